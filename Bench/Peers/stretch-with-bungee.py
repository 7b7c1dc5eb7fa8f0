# Stretches sound on standard input with Bungee: stretch-with-bungee.py SCALE CHANNELS <IN.f32 >OUT.f32
# Raw samples, f32le, 44.1 kHz. Needs the Python packages bungee-python and numpy.
import sys

import numpy
from bungee_python import bungee

scale, channels = float(sys.argv[1]), int(sys.argv[2])
sound = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f4").reshape(-1, channels)
stretcher = bungee.Bungee(sample_rate=44100, channels=channels, speed=1 / scale)
sys.stdout.buffer.write(numpy.ascontiguousarray(stretcher.process(sound), dtype="<f4").tobytes())
