#!/usr/bin/env python3
"""Measures how interpolated frames look to the eye: eye.py NUMBERS TRUTH MADE…

TRUTH and the files MADE are 8-bit 4:2:0 in y4m. NUMBERS is a file with the numbers of compared frames, one per line.
Prints one line for each MADE: its detail and its ST-LPIPS, or "-" if packages for that are missing.

  detail    mean absolute Laplacian of luma, relative to that of TRUTH: below 1 for blurred frames
  ST-LPIPS  distance from TRUTH by a network that tolerates small shifts, times 1000; for at most 8 frames

Needs numpy; for ST-LPIPS also torch and stlpips-pytorch. Run by scripts/bench motion.
"""
import os
import sys
import types

import numpy

# Must be set before torch is imported. Its threads then wait without using a core.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

MOST = 8


class Film:
    """The frames of a y4m file, each read on request."""

    def __init__(self, path):
        with open(path, "rb") as file:
            header = file.readline()
        tags = {word[:1]: word[1:] for word in header.split()[1:]}
        self.width, self.height = int(tags[b"W"]), int(tags[b"H"])
        self.chroma = ((self.height + 1) // 2, (self.width + 1) // 2)
        size = self.width * self.height + 2 * self.chroma[0] * self.chroma[1]
        data = numpy.memmap(path, numpy.uint8, "r", len(header))
        # Each frame follows the word FRAME and a line feed.
        self.frames = data[: len(data) // (size + 6) * (size + 6)].reshape(-1, size + 6)[:, 6:]

    def luma(self, number):
        return self.frames[number][: self.width * self.height].reshape(self.height, self.width)

    def colours(self, number):
        start, (rows, columns) = self.width * self.height, self.chroma
        return self.frames[number][start:].reshape(2, rows, columns)


def detail(luma):
    """The mean absolute Laplacian, without the edges of the picture."""
    y = luma.astype(numpy.int16)
    around = y[:-2, 1:-1] + y[2:, 1:-1] + y[1:-1, :-2] + y[1:-1, 2:]
    return float(numpy.abs(4 * y[1:-1, 1:-1] - around).mean())


def likeness():
    """Returns a function of two films and a frame number that measures ST-LPIPS, or None without the packages."""
    # The package imports these only for training.
    for name in ("torchvision", "torchvision.models", "IPython", "torchsummary"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["torchvision"].models = sys.modules["torchvision.models"]
    sys.modules["IPython"].embed = sys.modules["torchsummary"].summary = None
    try:
        import torch
        from stlpips_pytorch import stlpips
    except ImportError:
        return None
    torch.set_grad_enabled(False)
    network = stlpips.LPIPS(net="alex", variant="shift_tolerant", verbose=False)

    def rgb(film, number):
        """The frame as RGB from -1 to 1, the input of the network."""
        luma = torch.from_numpy(film.luma(number).astype(numpy.float32))[None, None]
        colours = torch.from_numpy(film.colours(number).astype(numpy.float32))[None]
        colours = torch.nn.functional.interpolate(
            colours, size=luma.shape[2:], mode="bilinear", align_corners=False)
        y, (b, r) = (luma - 16) / 219, ((colours - 128) / 224).split(1, 1)
        image = torch.cat((y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b), 1)
        return image.clamp(0, 1) * 2 - 1

    return lambda made, truth, number: float(network(rgb(made, number), rgb(truth, number)))


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def main():
    with open(sys.argv[1]) as file:
        wanted = [int(line) for line in file]
    truth, distance = Film(sys.argv[2]), likeness()
    for path in sys.argv[3:]:
        made = Film(path)
        numbers = [number for number in wanted if number < len(made.frames)]
        sharpness = mean([detail(made.luma(n)) / max(detail(truth.luma(n)), 1e-6) for n in numbers])
        # Spread over all frames. A fixed step of 7 would take only one of the seven phases at eight times the rate.
        some = [numbers[index * len(numbers) // MOST] for index in range(MOST)] if len(numbers) > MOST else numbers
        far = f"{1000 * mean([distance(made, truth, n) for n in some]):.1f}" if distance else "-"
        print(f"{sharpness:.3f} {far}", flush=True)


main()
