#!/usr/bin/env python3
"""Counts the words of recorded prompts that a speech recogniser gets wrong.

  words.py list TEXTS SOUNDS    prints a line for each usable prompt: its file, a tab and its words
  words.py score PROMPTS FOLDER prints the share of wrong words; FOLDER has NAME.wav (16 kHz, mono) for each line of
                                the file PROMPTS, which `list` made

A prompt is usable if it has 4 to 14 words, all of them in the dictionary. The grammar of the recogniser (pocketsphinx)
contains all prompts. Needs pocketsphinx and numpy. Run by scripts/bench words.
"""
import gzip
import os
import re
import sys
import wave

import numpy
from pocketsphinx import Config, Decoder, get_model_path

MODEL = get_model_path()
DICTIONARY = MODEL + "/en-us/cmudict-en-us.dict"


def list_prompts(texts, sounds):
    with open(DICTIONARY, errors="ignore") as file:
        known = {line.split()[0] for line in file}
    seen = set()
    with gzip.open(texts, "rt", errors="ignore") as lines:
        for line in lines:
            name, colon, text = line.partition(": ")
            words = re.sub(r"[^a-z' ]", " ", text.lower()).split()
            path = f"{sounds}/{name}.g722"
            usable = colon and "[" not in text and 4 <= len(words) <= 14 and known.issuperset(words)
            if usable and tuple(words) not in seen and os.path.exists(path):
                seen.add(tuple(words))
                print(path, " ".join(words), sep="\t")


def wrong_words(due, heard):
    """The number of inserted, deleted and replaced words."""
    row = list(range(len(heard) + 1))
    for count, word in enumerate(due, 1):
        before, row = row, [count]
        for index, other in enumerate(heard):
            row.append(min(before[index + 1] + 1, row[index] + 1, before[index] + (word != other)))
    return row[-1]


def score(prompts, folder):
    with open(prompts) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    grammar = os.path.join(folder, "prompts.gram")
    with open(grammar, "w") as file:
        file.write("#JSGF V1.0; grammar prompts; public <prompt> = " + " | ".join(row[1] for row in rows) + " ;")
    decoder = Decoder(Config(hmm=MODEL + "/en-us/en-us", dict=DICTIONARY, lm=None, jsgf=grammar, loglevel="FATAL"))
    wrong = count = 0
    for path, text in rows:
        name = os.path.join(folder, path.replace("/", "_") + ".wav")
        if not os.path.exists(name):
            continue
        with wave.open(name) as file:
            sound = numpy.frombuffer(file.readframes(1 << 30), "<i2")
        silence = numpy.zeros(3200, "<i2")
        decoder.start_utt()
        decoder.process_raw(numpy.concatenate([silence, sound, silence]).tobytes(), full_utt=True)
        decoder.end_utt()
        heard = decoder.hyp().hypstr.split() if decoder.hyp() else []
        wrong += wrong_words(text.split(), heard)
        count += len(text.split())
    print(f"{wrong / count:.3f}" if count else "nan")


{"list": list_prompts, "score": score}[sys.argv[1]](*sys.argv[2:])
