#!/usr/bin/env python3
"""Asks a program for the offset between two recordings: offsets.py PROGRAM DIRECTORY < pairs

PROGRAM is audio-offset-finder, syncstart or audalign (by correlation, the best of its ways here). Each line of pairs is
a name of a reference and one of another recording: 0 1 means 0r.wav and 1o.wav. For each the name of the other
recording, how many seconds into the reference it begins, and the seconds of CPU that it took are printed. All three
programs give one offset for the whole recording. Run by scripts/bench align.
"""
import contextlib
import io
import resource
import sys


def cpu_seconds():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def audio_offset_finder():
    from audio_offset_finder.audio_offset_finder import find_offset_between_files

    return lambda reference, other: find_offset_between_files(reference, other)["time_offset"]


def syncstart():
    import matplotlib

    # It asks for a display, although it shows nothing here.
    matplotlib.use("Agg")
    matplotlib.use = lambda *_: None
    import syncstart

    def offset(reference, other):
        sys.argv = ["syncstart", "-s", "-q", "-t", "3600", reference, other]
        late, seconds = syncstart.file_offset()
        return seconds if late == reference else -seconds

    return offset


def audalign():
    import audalign

    recognizer = audalign.CorrelationRecognizer()
    recognizer.config.multiprocessing = False

    def offset(reference, other):
        found = audalign.recognize(other, reference, recognizer=recognizer)
        return next(iter(found["match_info"].values()))["offset_seconds"][0]

    return offset


def main(program, directory):
    find = {"audio-offset-finder": audio_offset_finder, "syncstart": syncstart, "audalign": audalign}[program]()
    for reference, other in map(str.split, sys.stdin):
        before = cpu_seconds()
        with contextlib.redirect_stdout(io.StringIO()):
            offset = find(f"{directory}/{reference}r.wav", f"{directory}/{other}o.wav")
        print(other, offset, f"{cpu_seconds() - before:.2f}", flush=True)


main(*sys.argv[1:])
