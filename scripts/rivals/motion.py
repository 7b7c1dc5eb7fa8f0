#!/usr/bin/env python3
"""Multiplies the rate of a film with MVTools or SVPflow: motion.py block|flow|svp FACTOR FILM.

FILM is 8-bit 4:2:0 in y4m. Writes the result to standard output, also in y4m. Needs Python 3.12 or later, with numpy,
vapoursynth, and vapoursynth-mvtools or open-svpflow. Run by scripts/bench motion.
"""
import sys

import numpy
import vapoursynth

core = vapoursynth.core
core.num_threads = 1


def read(path):
    """The film as a VapourSynth clip, its width and its height."""
    data = numpy.fromfile(path, dtype=numpy.uint8)
    header = bytes(data[:512]).split(b"\n", 1)[0]
    tokens = {token[:1]: token[1:] for token in header.split()}
    width, height = int(tokens[b"W"]), int(tokens[b"H"])
    shapes = [(height, width)] + 2 * [((height + 1) // 2, (width + 1) // 2)]
    size = sum(rows * columns for rows, columns in shapes)
    # Each frame is the word FRAME, a line feed and the samples.
    frames = data[len(header) + 1:]
    frames = frames[:len(frames) // (size + 6) * (size + 6)].reshape(-1, size + 6)[:, 6:]

    def fill(n, f):
        frame, start = f.copy(), 0
        for plane, (rows, columns) in enumerate(shapes):
            numpy.asarray(frame[plane])[:] = frames[n][start:start + rows * columns].reshape(rows, columns)
            start += rows * columns
        return frame

    blank = core.std.BlankClip(
        width=width, height=height, format=vapoursynth.YUV420P8, length=len(frames), fpsnum=25, fpsden=1)
    return core.std.ModifyFrame(blank, blank, fill), width, height


def mvtools(clip, factor, make, **words):
    """The clip interpolated by MVTools, with windows as large as warp-film's, overlapping by half, then halved."""
    levels = core.mv.Super(clip, pel=2, sharp=2, hpad=32, vpad=32)
    fields = []
    for backward in (True, False):
        field = core.mv.Analyse(levels, isb=backward, blksize=16, overlap=8, search=3, searchparam=2, truemotion=True)
        fields.append(core.mv.Recalculate(levels, field, thsad=100, blksize=8, overlap=4, search=3, searchparam=2))
    return make(clip, levels, *fields, num=25 * factor, den=1, **words)


def svpflow(clip, factor):
    levels = core.svp1.Super(clip, "{gpu:0,pel:2}")
    search = "main:{search:{distance:-6,coarse:{distance:-8}}},refine:[{thsad:100}]"
    field = core.svp1.Analyse(levels["clip"], levels["data"], clip, "{block:{w:16,h:16,overlap:2},%s}" % search)
    return core.svp2.SmoothFps(
        clip, levels["clip"], levels["data"], field["clip"], field["data"],
        "{rate:{num:%d,den:1},algo:23,mask:{cover:100},scene:{mode:0}}" % factor)


def main():
    name, factor, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    clip, width, height = read(path)
    # All methods require a width and height that are multiples of a block.
    padding = {"right": -width % 16, "bottom": -height % 16}
    if any(padding.values()):
        clip = core.std.AddBorders(clip, **padding)
    if name == "block":
        clip = mvtools(clip, factor, core.mv.BlockFPS, mode=3)
    elif name == "flow":
        clip = mvtools(clip, factor, core.mv.FlowFPS, mask=2)
    else:
        clip = svpflow(clip, factor)
    if any(padding.values()):
        clip = core.std.Crop(clip, **padding)
    clip.output(sys.stdout.buffer, y4m=True)


main()
