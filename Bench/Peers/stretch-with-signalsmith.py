# Stretches sound on standard input with Signalsmith Stretch:
#   stretch-with-signalsmith.py SCALE CHANNELS <IN.f32 >OUT.f32
# Raw samples, f32le, 44.1 kHz. Needs the Python packages python-stretch and numpy.
import sys

import numpy
from python_stretch import Signalsmith

scale, channels = float(sys.argv[1]), int(sys.argv[2])
sound = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f4").reshape(-1, channels)
stretcher = Signalsmith.Stretch()
stretcher.preset(channels, 44100)
stretcher.timeFactor = 1 / scale
result = stretcher.process(sound.T.copy())
sys.stdout.buffer.write(numpy.ascontiguousarray(result.T, dtype="<f4").tobytes())
