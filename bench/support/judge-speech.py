"""Judges speech: python judge-speech.py < JSON lines of {"file", "words"}, a WAV of 16 kHz and what it should say.

Answers each with a line of {"mos", "errors", "words"}: the quality that DNSMOS P.808 hears, from 1 to 5, and in how many
words a recogniser is wrong. requirements.txt names what it needs.
"""

import json
import re
import sys

import numpy
import soundfile
from pocketsphinx import Decoder
from speechmos import dnsmos

RATE = 16_000


def words_of(text):
    return re.sub(r"[^a-z' ]", "", text.lower().replace("-", " ")).split()


def count_errors(said, heard):
    """Words to be put in, left out or changed so that what was heard is what was said."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        last, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != other))
    return row[-1]


# It listens to half a second of a quiet room before it hears words, and after.
quiet = numpy.random.default_rng(1).integers(-3, 4, RATE // 2, "int16")
recogniser = Decoder(samprate=RATE, loglevel="FATAL")
for line in sys.stdin:
    task = json.loads(line)
    sound, rate = soundfile.read(task["file"], dtype="int16")
    if rate != RATE:
        sys.exit(f"{task['file']} has {rate} Hz, not {RATE}")
    recogniser.start_utt()
    recogniser.process_raw(numpy.concatenate([quiet, sound, quiet]).tobytes(), full_utt=True)
    recogniser.end_utt()
    heard = recogniser.hyp()
    said = words_of(task["words"])
    errors = count_errors(said, words_of(heard.hypstr if heard else ""))
    mos = float(dnsmos.run(sound / 32_768, RATE)["p808_mos"])
    print(json.dumps({"mos": mos, "errors": errors, "words": len(said)}), flush=True)
