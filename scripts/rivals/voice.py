#!/usr/bin/env python3
"""Judges detectors of voices on talks whose pauses are known.

  voice.py make PACKAGES FOLDER    makes talks in FOLDER from unpacked Debian packages of prompts and music: NAME.wav,
                                   of 16 kHz, mono, and NAME.truth, with a line for each 10 ms: 1 if somebody speaks
  voice.py silero|webrtc SOUND     prints TIME PROBABILITY, 100 times a second
  voice.py score FOLDER ENDING     compares the files NAME.ENDING, which have these lines, with NAME.truth

`score` prints the area under the curve, the shares of speech and of pauses that are found, the share of prompts that
lose more than 50 ms where pauses are cut, and the shares of noise alone and of music alone that are taken for speech.

Needs numpy; for the detectors onnxruntime, silero-vad and webrtcvad-wheels. Run by scripts/bench voice.
"""
import glob
import importlib.util
import os
import subprocess
import sys
import wave

import numpy

RATE, STEP = 16000, 160
SECONDS = 60
# None of these four voices trained the detector of warp.
VOICES = {
    "Russian": "asterisk-core-sounds-ru-g722/**/*.g722",
    "Italian": "asterisk-core-sounds-it-g722/**/*.g722",
    "French": "asterisk-prompt-fr-armelle/**/*.gsm",
    "Spanish": "asterisk-prompt-es-co/**/*.gsm",
}
MUSIC = (
    "lincity-ng-data/**/music/default/*.ogg", "asc-music/**/*.mp3", "fretsonfire-songs-sectoid/**/song.ogg",
    "pingus-data/**/*.it",
)
NOISES = "white pink hum street music".split()
LEVELS = 20, 10, 5
# Steps of 10 ms: what is not judged around a change, the shortest pause that is cut, and what is left at both sides.
COLLAR, PAUSE, MARGIN = 10, 30, 10


def decode(path, start=0, seconds=None):
    words = ["ffmpeg", "-nostdin", "-v", "error", "-ss", str(start)] + (["-f", "gsm"] if path.endswith(".gsm") else [])
    words += ["-i", path]
    words += ["-ac", "1", "-ar", str(RATE), "-f", "f32le"] + (["-t", str(seconds)] if seconds else []) + ["-"]
    return numpy.frombuffer(subprocess.run(words, capture_output=True).stdout, "<f4")


def power(sound):
    """The mean square of each step."""
    steps = len(sound) // STEP
    return (sound[:steps * STEP].astype(float) ** 2).reshape(steps, STEP).mean(1)


def spans(flags):
    """The first step and the end of each stretch of true steps."""
    return numpy.flatnonzero(numpy.diff(numpy.concatenate(([0], flags.astype(int), [0])))).reshape(-1, 2)


def spoken(prompt):
    """Where a prompt without noise is at most 30 dB below its loudest step. Gaps below 0.1 s count as speech."""
    loudness = power(prompt) + 1e-12
    flags = 10 * numpy.log10(loudness / loudness.max()) > -30
    for start, end in spans(~flags):
        if 0 < start and end < len(flags) and end - start < 10:
            flags[start:end] = True
    return flags


def talk(prompts, random):
    """Prompts with pauses of 0.2 to 3 s between them, and their truth."""
    sound = numpy.zeros(SECONDS * RATE)
    truth = numpy.zeros(SECONDS * RATE // STEP, bool)
    at = int(random.uniform(20, 300))
    for index in random.permutation(len(prompts)):
        flags = spoken(prompts[index])
        first, last = numpy.flatnonzero(flags)[[0, -1]]
        flags = flags[first:last + 1]
        if at + len(flags) + 30 > len(truth):
            break
        part = prompts[index][first * STEP:(last + 1) * STEP]
        loudness = numpy.sqrt(power(part)[flags].mean())
        sound[at * STEP:at * STEP + len(part)] = part * 10 ** (random.uniform(-26, -20) / 20) / loudness
        truth[at:at + len(flags)] = flags
        at += len(flags) + int(random.uniform(20, 300))
    return sound, truth


def coloured(count, slope, random):
    """Noise whose power falls with the frequency to the power of slope, from 30 Hz on."""
    frequencies = numpy.maximum(numpy.fft.rfftfreq(count, 1 / RATE), 30)
    return numpy.fft.irfft(numpy.fft.rfft(random.standard_normal(count)) * frequencies ** (-slope / 2), count)


def noise(kind, music, random):
    """A minute with a mean square of 1."""
    count = SECONDS * RATE
    times = numpy.arange(count) / RATE
    if kind == "music":
        sound = numpy.resize(music[random.integers(len(music))], count)
    elif kind == "hum":
        sound = 0.05 * random.standard_normal(count)
        for harmonic in range(1, 30):
            sound += harmonic ** -1.0 * numpy.sin(2 * numpy.pi * 60 * harmonic * times + random.uniform(0, 6))
    elif kind == "street":
        # Traffic far away, and what passes by.
        sound = coloured(count, 1.8, random)
        sound /= sound.std()
        for _ in range(20):
            length = int(random.uniform(0.3, 6) * RATE)
            start = random.integers(count - length)
            passing = coloured(length, random.uniform(0, 2), random) * numpy.hanning(length)
            sound[start:start + length] += passing / passing.std() * 10 ** (random.uniform(-15, 6) / 20)
    else:
        sound = coloured(count, {"white": 0, "pink": 1}[kind], random)
    return sound / numpy.sqrt((sound ** 2).mean())


def save(name, sound, truth):
    with wave.open(f"{name}.wav", "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes((numpy.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    numpy.savetxt(f"{name}.truth", truth, "%d")


def make(packages, folder):
    random = numpy.random.default_rng(2026)
    paths = [path for pattern in MUSIC for path in sorted(glob.glob(f"{packages}/{pattern}", recursive=True))]
    # Songs may begin softly.
    music = [decode(path, 20, SECONDS) for path in paths]
    music = [piece for piece in music if len(piece) >= 0.99 * SECONDS * RATE]
    turn = 0
    for voice, pattern in VOICES.items():
        paths = sorted(glob.glob(f"{packages}/{pattern}", recursive=True))
        prompts = [decode(path) for path in paths]
        prompts = [prompt for prompt in prompts if RATE // 2 < len(prompt) < 12 * RATE and power(prompt).max() > 1e-6]
        save(f"{folder}/talk-{voice}", *talk(prompts, random))
        for kind in NOISES:
            level, turn = LEVELS[turn % len(LEVELS)], turn + 1
            sound, truth = talk(prompts, random)
            loudness = numpy.sqrt(power(sound)[truth].mean())
            sound += noise(kind, music, random) * loudness * 10 ** (-level / 20)
            save(f"{folder}/talk-{voice}-{kind}-{level}", sound, truth)
    nobody = numpy.zeros(SECONDS * RATE // STEP, bool)
    for kind in "white", "pink", "hum":
        save(f"{folder}/noise-{kind}", noise(kind, music, random) * 0.03, nobody)
    for index, piece in enumerate(music):
        save(f"{folder}/music-{index}", piece * 0.05 / piece.std(), nobody)


def read(path):
    with wave.open(path) as file:
        return numpy.frombuffer(file.readframes(1 << 30), "<i2")


def silero(sound):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = options.intra_op_num_threads = 1
    package = os.path.dirname(importlib.util.find_spec("silero_vad").origin)
    network = onnxruntime.InferenceSession(f"{package}/data/silero_vad.onnx", options)
    sound = numpy.pad(sound / numpy.float32(32768), (64, -len(sound) % 512)).astype(numpy.float32)
    state, rate = numpy.zeros((2, 1, 128), numpy.float32), numpy.array(RATE)
    found = []
    # Each window of 512 samples comes with the 64 before it.
    for start in range(0, len(sound) - 64, 512):
        window = sound[None, start:start + 576]
        answer, state = network.run(None, {"input": window, "state": state, "sr": rate})
        found.append(float(answer[0, 0]))
    return found, 512


def webrtc(sound):
    import webrtcvad

    detector = webrtcvad.Vad(3)
    windows = range(0, len(sound) - 479, 480)
    return [float(detector.is_speech(sound[at:at + 480].tobytes(), RATE)) for at in windows], 480


def detect(detector, path):
    sound = read(path)
    found, window = detector(sound)
    for step in range(len(sound) // STEP):
        print(step / 100, found[min((step * STEP + STEP // 2) // window, len(found) - 1)])


def cut(speech):
    """The steps that are cut if pauses are."""
    gone = numpy.zeros(len(speech), bool)
    for start, end in spans(~speech):
        if end - start >= PAUSE:
            gone[start + (MARGIN if start else 0):end - (MARGIN if end < len(speech) else 0)] = True
    return gone


def area(probability, truth):
    """The share of pairs of a spoken and a silent step in which the spoken one is more probable."""
    _, ranks = numpy.unique(probability, return_inverse=True)
    spoken_at, silent_at = (numpy.bincount(ranks[flags], minlength=ranks.max() + 1) for flags in (truth, ~truth))
    below = numpy.cumsum(silent_at) - silent_at / 2
    return (spoken_at * below).sum() / spoken_at.sum() / silent_at.sum()


def judged(truth):
    """All steps, except those close to a change."""
    flags = numpy.ones(len(truth), bool)
    for change in numpy.flatnonzero(numpy.diff(truth.astype(int))) + 1:
        flags[max(0, change - COLLAR):change + COLLAR] = False
    return flags


def prompts_lost(truth, speech):
    """For each prompt, whether more than 50 ms of its first or last half second are cut."""
    gone = cut(speech) & truth
    # Pauses of 0.2 s and more divide prompts.
    joined = truth.copy()
    for start, end in spans(~truth):
        if 0 < start and end < len(truth) and end - start < 20:
            joined[start:end] = True
    return [gone[a:min(b, a + 50)].sum() > 5 or gone[max(a, b - 50):b].sum() > 5 for a, b in spans(joined)]


def score(folder, ending):
    figures = {"area": [], "found": [], "silent": [], "lost": [], "noise": [], "music": []}
    for path in sorted(glob.glob(f"{folder}/*.truth")):
        truth = numpy.loadtxt(path) > 0
        probability = numpy.loadtxt(f"{path[:-6]}.{ending}")[:len(truth), 1]
        truth = truth[:len(probability)]
        speech = probability >= 0.5
        kind = os.path.basename(path).split("-")[0]
        if kind != "talk":
            figures[kind].append(speech.mean())
            continue
        use = judged(truth)
        figures["area"].append(area(probability[use], truth[use]))
        figures["found"].append(speech[use & truth].mean())
        figures["silent"].append(1 - speech[use & ~truth].mean())
        figures["lost"] += prompts_lost(truth, speech)
    print(*(f"{numpy.mean(values):.3f}" for values in figures.values()))


if __name__ == "__main__":
    task = sys.argv[1]
    if task in ("silero", "webrtc"):
        detect({"silero": silero, "webrtc": webrtc}[task], *sys.argv[2:])
    else:
        {"make": make, "score": score}[task](*sys.argv[2:])
