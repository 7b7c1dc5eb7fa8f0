#!/usr/bin/env python3
"""Makes pairs of recordings of one scene, and measures how well programs synchronise them.

  align.py pairs DIRECTORY COUNT         COUNT pairs of 3 to 9 minutes, 0r.wav and 0o.wav and so on
  align.py hour DIRECTORY BEND           a pair of an hour, whose drift changes by BEND millionths
  align.py stop DIRECTORY WHICH          a pair of 8 minutes; the recorder r or o pauses for a minute
  align.py loops DIRECTORY               a dozen pairs of 4 minutes of repeating music, loop0 and so on; the first four
                                         contain neither its start nor its end, so their offset is ambiguous
  align.py error DIRECTORY NAME          prints the largest error in ms of the map on standard input
  align.py joint DIRECTORY NAME          prints the distance in ms between the pause and its place in the map
  align.py offsets DIRECTORY             the largest error of each line NAME S on standard input: the other recording
                                         of that pair begins S seconds into the reference

The recordings differ in room, microphone, noise, level, clipping, offset and drift. NAME.json contains the true offset
and drift. Needs numpy, scipy, and ffmpeg with the filter flite for voices. Run by scripts/bench align.
"""
import functools
import json
import math
import subprocess
import sys
import wave

import numpy

RATE = 16000
WORDS = """time year people way day man thing woman life child world school state family student group country problem
hand part place case week company system program question work government number night point home water room mother area
money story fact month lot right study book eye job word business issue side kind head house service friend""".split()


# --- scenes ---


@functools.cache
def voices():
    random = numpy.random.default_rng(1)
    spoken = []
    for index in range(40):
        text = " ".join(random.choice(WORDS, 40))
        source = f"flite=text='{text}':voice={('slt', 'rms', 'awb', 'kal16')[index % 4]}"
        command = ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source]
        command += ["-ar", str(RATE), "-ac", "1", "-f", "f32le", "-"]
        spoken.append(numpy.frombuffer(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout, "<f4"))
    return spoken


def speech(count, random):
    sound, place = numpy.zeros(count, "f4"), 0
    while place < count:
        voice = voices()[random.integers(len(voices()))]
        start = random.integers(0, len(voice) // 2)
        part = voice[start : start + random.integers(RATE, 4 * RATE)]
        part = numpy.interp(numpy.arange(0, len(part) - 1, random.uniform(0.9, 1.1)), numpy.arange(len(part)), part)
        part = part[: count - place]
        sound[place : place + len(part)] += part * random.uniform(0.4, 1)
        place += len(part) + int(RATE * random.exponential(0.4))
    return sound


def crowd(count, random):
    return sum(numpy.roll(speech(count, random), random.integers(count)) * random.uniform(0.3, 1) for _ in range(8))


def music(count, random):
    sound, beat = numpy.zeros(count, "f4"), 30 / random.uniform(80, 150)
    for step in range(int(count / RATE / beat)):
        start = int(step * beat * RATE)
        for _ in range(random.integers(1, 4)):
            time = numpy.arange(min(int(RATE * random.uniform(0.2, 1.2)), count - start)) / RATE
            pitch = 110 * 2 ** (random.integers(0, 36) / 12)
            tones = sum(numpy.sin(2 * math.pi * pitch * k * time + random.uniform(0, 6)) / k for k in range(1, 6))
            sound[start : start + len(time)] += 0.2 * tones * numpy.exp(-time * random.uniform(2, 6))
        if step % 2 == 0 or random.random() < 0.4:
            time = numpy.arange(min(RATE // 10, count - start)) / RATE
            sound[start : start + len(time)] += 0.5 * random.standard_normal(len(time)) * numpy.exp(-time * 40)
    return sound


def loop(period, before, after):
    """A scene: music that repeats, with so many seconds of silence before and after."""

    def scene(count, random):
        length = int(period * RATE)
        once = music(length + RATE, random)
        once[:RATE] += once[length:]
        sound = numpy.tile(once[:length], count // length + 1)[:count]
        sound[: int(before * RATE)] = 0
        sound[count - int(after * RATE) :] = 0
        return sound

    return scene


# --- recorders ---


def recorded(sound, random, level, clips):
    """The sound with the echo of a room, a microphone's response, noise `level` dB below the sound, and clipping."""
    from scipy import signal

    length = int(RATE * random.uniform(0.2, 0.6))
    echo = random.standard_normal(length) * 10 ** (-3 * numpy.arange(length) / length)
    echo[: RATE // 500] = 0
    echo *= 10 ** (random.uniform(-6, 2) / 20) / math.sqrt((echo**2).sum())
    echo[0] = 1
    sound = signal.oaconvolve(sound, echo)[: len(sound)].astype("f4")
    for _ in range(3):
        sound = peak(sound, random.uniform(150, 5000), random.uniform(-8, 8), random.uniform(0.5, 1.5))
    noise = random.standard_normal(len(sound)).astype("f4")
    if random.integers(2):
        noise = signal.lfilter([1], [1, -0.9], noise)
    sound = sound + noise * math.sqrt((sound**2).mean() / (noise**2).mean()) * 10 ** (-level / 20)
    sound = sound / abs(sound).max() * (random.uniform(2, 6) if clips else 0.9)
    return numpy.clip(sound, -1, 1)


def peak(sound, frequency, gain, quality):
    """A peaking filter of the second order."""
    from scipy import signal

    height, angle = 10 ** (gain / 40), 2 * math.pi * frequency / RATE
    width = math.sin(angle) / 2 / quality
    above = numpy.array([1 + width * height, -2 * math.cos(angle), 1 - width * height])
    below = numpy.array([1 + width / height, -2 * math.cos(angle), 1 - width / height])
    return signal.lfilter(above / below[0], below / below[0], sound).astype("f4")


def save(name, sound):
    with wave.open(name, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", None))
        file.writeframes((sound * 32767).astype("<i2").tobytes())


def make(name, scene, random, truth, clips=False):
    """A pair of recordings. `stop` names the recorder that pauses for a minute, 211.37 s after it began."""
    from scipy import ndimage

    times = numpy.arange(int(truth["other"] * RATE)) / RATE
    places = path(truth, times)
    start = math.floor(min(0, places[0])) - 1
    end = max(truth["reference"], places[-1]) + 1
    sound = scene(int((end - start) * RATE), random)
    other = ndimage.map_coordinates(sound, [(places - start) * RATE], order=5, output="f4")
    reference = sound[-start * RATE : -start * RATE + int(truth["reference"] * RATE)]
    pause = slice(int(211.37 * RATE), int(271.37 * RATE))
    if truth.get("stop") == "o":
        other = numpy.delete(other, pause)
    if truth.get("stop") == "r":
        reference = numpy.delete(reference, pause)
    save(name + "r.wav", recorded(reference, random, truth["level"], clips))
    save(name + "o.wav", recorded(other, random, truth["level"], clips))
    with open(name + ".json", "w") as file:
        json.dump(truth, file)


def path(truth, time):
    """The time in the reference for a time in the other recording, if neither pauses."""
    bend = truth.get("bend", 0) * 1e-6 * (time / truth["other"] - 1) * time / 2
    return truth["offset"] + time * (1 + truth["drift"] * 1e-6) + bend


def make_pairs(directory, count):
    random = numpy.random.default_rng(7)
    for index in range(count):
        other, reference = (60 * random.uniform(3, 9), 60 * random.uniform(5, 12))
        truth = {
            "other": other, "reference": reference, "level": (10, 0, -6, 3, -3)[index % 5],
            # The recordings overlap by at least a minute and a half.
            "drift": random.uniform(-200, 200), "offset": random.uniform(90 - other, min(600, reference - 90)),
        }
        scene = (speech, music, crowd)[index % 3]
        make(f"{directory}/{index}", scene, numpy.random.default_rng(100 + index), truth, index % 4 == 1)


def make_loops(directory):
    random = numpy.random.default_rng(11)
    for index in range(12):
        scene = loop((2, 8)[index % 2], *((0, 0), (40, 0), (0, 40))[index // 4])
        drift, offset = random.uniform(-100, 100), random.uniform(-12, 12)
        truth = {"other": 240, "reference": 260, "level": (20, 3)[index // 2 % 2], "drift": drift, "offset": offset}
        make(f"{directory}/loop{index}", scene, numpy.random.default_rng(200 + index), truth)


# --- errors ---


def source(rows, warped):
    for row, following in zip(rows, rows[1:]):
        if math.isinf(following[0]):
            return row[0] + (warped - row[1]) / following[2] if warped >= row[1] else None
        if row[1] <= warped < following[1]:
            return row[0] + (following[0] - row[0]) * (warped - row[1]) / (following[1] - row[1])
    return None


def largest_error(truth, rows):
    worst = 0
    for step in range(401):
        time = truth["other"] * step / 400
        place, stopped = path(truth, time), truth.get("stop")
        due = time - 60 if stopped == "o" and time > 271.37 else time
        heard = place - 60 if stopped == "r" and place > 271.37 else place
        within = abs((time if stopped == "o" else place) - 241.37) > 31 or not stopped
        if within and 0 <= heard <= truth["reference"]:
            found = source(rows, heard)
            worst = max(worst, math.inf if found is None else abs(found - due))
    return worst * 1e3


def joint_error(truth, rows):
    """The stopped recorder has a time of its own at which the map holds it or leaves a part of the other one out."""
    column = 0 if truth["stop"] == "o" else 1
    jumps = [row[column] for row, following in zip(rows, rows[1:]) if row[column] == following[column] > 0]
    return min((abs(jump - 211.37) * 1e3 for jump in jumps), default=math.inf)


def truth_of(directory, name):
    with open(f"{directory}/{name}.json") as file:
        return json.load(file)


def main(task, directory, *words):
    random = numpy.random.default_rng(5)
    if task == "pairs":
        make_pairs(directory, int(words[0]))
    elif task == "hour":
        truth = {"other": 3600, "reference": 3600, "level": 3, "drift": 60, "offset": 95.4321, "bend": float(words[0])}
        make(f"{directory}/hour", speech, random, truth)
    elif task == "stop":
        truth = {"other": 500, "reference": 540, "level": 3, "drift": 87, "offset": 12.3456, "stop": words[0]}
        make(f"{directory}/stop{words[0]}", speech, random, truth)
    elif task == "loops":
        make_loops(directory)
    elif task == "offsets":
        for name, offset in map(str.split, sys.stdin):
            # The line goes on before the recording begins, so that a late offset has an error too.
            rows = [(-1e4, float(offset) - 1e4), (math.inf, math.inf, 1)]
            print(f"{largest_error(truth_of(directory, name), rows):.3f}")
    else:
        lines = [line.rstrip("\n").split("\t") for line in sys.stdin if line[0] not in "#s"]
        rows = [tuple(float(field or 1) for field in line) for line in lines]
        judge = joint_error if task == "joint" else largest_error
        print(f"{judge(truth_of(directory, words[0]), rows):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
