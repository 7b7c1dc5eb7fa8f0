"""Feeds a sound filter in real time, in blocks of 10 ms, and measures when its output arrives.

usage: latency.py SECONDS SCALE COMMAND...

COMMAND reads and writes 32-bit mono samples at 48 kHz. Its output is SCALE times as long as its input. Prints two
delays in ms: the median, and that of the first sample. The delay of an output sample begins when COMMAND gets the
input sample from the same place in the sound.
"""

import array
import math
import os
import statistics
import subprocess
import sys
import threading
import time

RATE, BLOCK, SAMPLE = 48000, 480, 4
# A tone of 1000 Hz.
TONE = array.array("f", (0.3 * math.sin(2 * math.pi * n / 48) for n in range(BLOCK))).tobytes()


def feed(pipe, fed, count):
    """Writes `count` blocks, and notes in `fed` when each is written."""
    start = time.monotonic()
    for number in range(count):
        time.sleep(max(0, start + number * BLOCK / RATE - time.monotonic()))
        fed.append(time.monotonic())
        os.write(pipe, TONE)
    os.close(pipe)


def main():
    seconds, scale = float(sys.argv[1]), float(sys.argv[2])
    process = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    fed, delays, done = [], [], 0
    feeder = threading.Thread(target=feed, args=(process.stdin.fileno(), fed, round(seconds * RATE / BLOCK)))
    feeder.start()
    # What arrives after the end of the input was not delayed by the filter alone.
    while feeder.is_alive() and (got := os.read(process.stdout.fileno(), 1 << 16)):
        block = int(done / SAMPLE / scale / BLOCK)
        delays.append(1000 * (time.monotonic() - fed[block]))
        done += len(got)
    process.kill()
    print(f"{statistics.median(delays):.1f} {delays[0]:.1f}")


main()
