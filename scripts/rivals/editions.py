#!/usr/bin/env python3
"""Makes two editions of a programme, and measures how well a map brings one onto the time of the other.

  editions.py broadcast DIRECTORY COUNT   COUNT pairs with five breaks of 15 to 90 s: in one edition, or different ones
                                          in both; broadcast0r.wav and broadcast0o.wav and so on
  editions.py missing DIRECTORY COUNT     COUNT pairs; one to six passages of 1.5 to 60 s are missing in the other
  editions.py pal DIRECTORY               three pairs of an hour: 25 for 24 frames per second, 24 for 25, and 25 for
                                          23.976
  editions.py score DIRECTORY NAME        for the map on standard input: the largest error within a passage in ms, the
                                          seconds of breaks that it plays, the joins within 40 ms, all joins, and the
                                          passages that it does not have
  editions.py lines DIRECTORY NAME PROGRAM
                                          how many lines of subtitles of the other edition come within 40 ms of their
                                          place in the reference, and how many there are. PROGRAM is warp (a map on
                                          standard input), sushi, or ffs. The last gets the subtitles of the reference,
                                          as if it could tell speech without an error.

Joins lie where sound is heard on both sides. Both editions have another equaliser, noise 10 dB below the sound, and
MP3 at 96 kbit/s. Needs what align.py needs. Run by scripts/bench align.
"""
import json
import math
import os
import subprocess
import sys

import align
import numpy

RATE = align.RATE
LEVEL = 0.1
KINDS = (align.speech, align.music, align.crowd, "mixed")


# --- making ---


def programme(kind, seconds, random):
    count = int(seconds * RATE)
    if kind != "mixed":
        sound = kind(count, random)
    else:
        sound, place = numpy.zeros(count, "f4"), 0
        while place < count:
            length = min(count - place, int(RATE * random.uniform(8, 40)))
            sound[place : place + length] = KINDS[random.integers(3)](length, random)[:length]
            place += length
    return (sound * LEVEL / (math.sqrt((sound**2).mean()) + 1e-9)).astype("f4")


def sent(sound, random):
    """The sound through an equaliser and with noise."""
    for _ in range(3):
        sound = align.peak(sound, random.uniform(150, 5000), random.uniform(-8, 8), random.uniform(0.5, 1.5))
    noise = random.standard_normal(len(sound)).astype("f4")
    sound = sound + noise * math.sqrt((sound**2).mean() / (noise**2).mean()) * 10 ** (-10 / 20)
    return sound / abs(sound).max() * 0.9


def save(name, sound, random):
    """A WAV file of what is left of the sound after MP3."""
    align.save(name, sent(sound, random))
    ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i"]
    subprocess.run([*ffmpeg, name, "-c:a", "libmp3lame", "-b:a", "96k", name + ".mp3"], check=True)
    subprocess.run([*ffmpeg, name + ".mp3", "-ac", "1", "-ar", str(RATE), name], check=True)
    os.remove(name + ".mp3")


def make(name, sounds, speed, passages, random):
    """`sounds` are those of the reference and the other edition; the other one plays `speed` times too slow or fast.

    `passages` have their start in both sounds and their length, in seconds.
    """
    from scipy import ndimage

    reference, other = sounds
    times = numpy.arange(int(len(other) / speed)) * speed
    save(name + "o.wav", ndimage.map_coordinates(other, [times], order=5, output="f4"), random)
    save(name + "r.wav", reference, random)
    played = [(start / speed, place, length / speed) for start, place, length in passages]
    with open(name + ".json", "w") as file:
        json.dump({"speed": speed, "passages": played}, file)


def cuts(sound, count, spans, random):
    """Rising times at which `sound` is heard: `count` of them, or with `spans` so many spans, each up to the next.

    Passages between are 10 s or longer.
    """
    total = len(sound) / RATE
    levels = numpy.sqrt(numpy.convolve(sound**2, numpy.ones(RATE // 20) / (RATE // 20), "same"))
    means = numpy.convolve(levels, numpy.ones(RATE // 8) / (RATE // 8), "valid")
    heard = means > 0.4 * LEVEL
    # The times with sound in the eighths of a second before and after.
    places = (numpy.flatnonzero(heard[: -RATE // 8] & heard[RATE // 8 :]) + RATE // 8) / RATE

    def near(times):
        return places[numpy.searchsorted(places, times).clip(max=len(places) - 1)]

    while True:
        starts = numpy.sort(near(random.uniform(0, total, count)))
        ends = near(starts + random.uniform(1.5, 60, count)) if spans else starts
        lengths = numpy.concatenate([starts, [total]]) - numpy.concatenate([[0], ends])
        if lengths.min() >= 10:
            return list(zip(starts, ends))


def make_broadcast(name, index):
    """The breaks are in the other edition, in the reference, or in both."""
    random = numpy.random.default_rng(index)
    sound = programme(KINDS[index % 4], random.uniform(240, 600), random)
    borders = [int(start * RATE) for start, _ in cuts(sound, 5, False, random)]
    reference, other, passages = [], [], []
    for start, end in zip([0, *borders], [*borders, len(sound)]):
        passages.append([sum(map(len, part)) / RATE for part in (other, reference)] + [(end - start) / RATE])
        other.append(sound[start:end])
        reference.append(sound[start:end])
        if end < len(sound):
            has_break = (other,), (reference,), (other, reference)
            for edition in has_break[index // 4 % 3]:
                edition.append(programme(KINDS[random.integers(4)], random.uniform(15, 90), random))
    sounds = numpy.concatenate(reference), numpy.concatenate(other)
    make(name, sounds, 1 + random.uniform(-60, 60) * 1e-6, passages, random)


def make_missing(name, index):
    random = numpy.random.default_rng(1000 + index)
    sound = programme(KINDS[index % 4], random.uniform(300, 600), random)
    other, passages, start = [], [], 0
    for left, back in [*cuts(sound, random.integers(1, 7), True, random), (len(sound) / RATE, 0)]:
        end = int(left * RATE)
        passages.append((sum(map(len, other)) / RATE, start / RATE, (end - start) / RATE))
        other.append(sound[start:end])
        start = int(back * RATE)
    make(name, (sound, numpy.concatenate(other)), 1 + random.uniform(-60, 60) * 1e-6, passages, random)


def make_pal(directory):
    for index, speed in enumerate((25 / 24, 24 / 25, 25 * 1001 / 24000)):
        random = numpy.random.default_rng(2000 + index)
        sound = programme("mixed", 3600, random)
        before = programme(align.music, random.uniform(0, 30), random)
        passages = [(0, len(before) / RATE, len(sound) / RATE)]
        # The clocks of the two differ, too.
        sounds = numpy.concatenate([before, sound]), sound
        make(f"{directory}/pal{index}", sounds, speed * (1 + 2e-5), passages, random)


# --- errors ---


def read(lines):
    """The pieces of a map that play, as start and end in the other edition and in the reference."""
    rows = [[float(field) for field in line.split()] for line in lines if line[0] not in "#s"]
    pieces = []
    for row, following in zip(rows, rows[1:]):
        if math.isinf(following[0]):
            following = row[0] + 1e5, row[1] + 1e5 * following[2]
        if following[0] > row[0] + 1e-9 and following[1] > row[1] + 1e-9:
            pieces.append((row[0], following[0], row[1], following[1]))
    return pieces


def score(truth, pieces):
    speed, passages = truth["speed"], truth["passages"]
    end = max(start + length for start, _, length in passages)
    worst, joins, lost, right = 0, [], 0, 0
    for index, (start, place, length) in enumerate(passages):
        found = []
        for piece in pieces:
            times = max(start, piece[0]), min(start + length, piece[1])
            if times[1] - times[0] < 1e-3:
                continue
            slope = (piece[3] - piece[2]) / (piece[1] - piece[0])
            errors = [piece[2] + (time - piece[0]) * slope - place - (time - start) * speed for time in times]
            if max(map(abs, errors)) < 0.02:
                worst = max(worst, *map(abs, errors))
                right += times[1] - times[0]
                found.append(piece)
        if not found:
            lost += 1
        # The first passage may begin, and the last one end, with its edition.
        if index > 0:
            joins.append(abs(found[0][0] - start) if found else math.inf)
        if index + 1 < len(passages):
            joins.append(abs(found[-1][1] - start - length) if found else math.inf)
    played = sum(max(0, min(piece[1], end) - piece[0]) for piece in pieces)
    within = sum(join <= 0.04 for join in joins)
    return f"{worst * 1e3:.3f} {max(0, played - right):.3f} {within} {len(joins)} {lost}"


# --- subtitles ---


def cue_times(truth, random):
    """Lines of the other edition, with their times in the reference."""
    for start, place, length in truth["passages"]:
        time = random.uniform(0.5, 3)
        while time + 4 < length:
            end = time + random.uniform(1, 4)
            yield start + time, start + end, place + time * truth["speed"], place + end * truth["speed"]
            time = end + random.uniform(0.2, 6)


def save_cues(path, spans):
    def clock(time):
        return f"{int(time // 3600):02}:{int(time // 60 % 60):02}:{int(time % 60):02},{int(time * 1000 % 1000):03}"

    with open(path, "w") as file:
        for number, (start, end) in enumerate(spans, 1):
            file.write(f"{number}\n{clock(start)} --> {clock(end)}\nLine {number}\n\n")


def read_cues(path):
    with open(path) as file:
        for line in file:
            if "-->" in line:
                hours, minutes, seconds = line.split()[0].replace(",", ".").split(":")
                yield 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def lines(name, program):
    with open(name + ".json") as file:
        truth = json.load(file)
    cues = list(cue_times(truth, numpy.random.default_rng(7)))
    result = name + ".out.srt"
    save_cues(name + "o.srt", [cue[:2] for cue in cues])
    save_cues(name + "r.srt", [cue[2:] for cue in cues])
    sushi = ["sushi", "--src", name + "o.wav", "--dst", name + "r.wav", "--script", name + "o.srt", "-o", result]
    ffs = ["ffs", name + "r.srt", "-i", name + "o.srt", "-o", result]
    if program == "warp":
        pieces = read(sys.stdin)
        places = []
        for start, *_ in cues:
            for first, last, place, end in pieces:
                if first <= start < last:
                    places.append(place + (start - first) * (end - place) / (last - first))
    else:
        directory = os.path.dirname(sys.executable)
        words = {"sushi": sushi, "ffs": ffs}[program]
        subprocess.run([f"{directory}/{words[0]}", *words[1:]], capture_output=True, check=False)
        places = list(read_cues(result)) if os.path.exists(result) else []
    # A line that a program leaves out is not in its place.
    return f"{sum(any(abs(place - cue[2]) <= 0.04 for place in places) for cue in cues)} {len(cues)}"


def main(task, directory, *words):
    if task == "pal":
        make_pal(directory)
    elif task == "lines":
        print(lines(f"{directory}/{words[0]}", words[1]))
    elif task == "score":
        with open(f"{directory}/{words[0]}.json") as file:
            print(score(json.load(file), read(sys.stdin)))
    else:
        for index in range(int(words[0])):
            {"broadcast": make_broadcast, "missing": make_missing}[task](f"{directory}/{task}{index}", index)


if __name__ == "__main__":
    main(*sys.argv[1:])
