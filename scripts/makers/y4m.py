"""The protocol of warp-video --mix exec, for makers in Python: see FRAMES MADE BY A COMMAND in warp-video(1)."""
import re
import signal
import sys


class Problem(Exception):
    """A problem with the input or the machine, as a message for the user."""


class Format:
    """The format of all frames, from a y4m header line."""

    def __init__(self, header):
        words = header.split()
        if words[:1] != [b"YUV4MPEG2"]:
            raise Problem("the input is not y4m")
        tags = {word[:1].decode(): word[1:].decode(errors="replace") for word in words[1:]}
        self.header = b" ".join(words)
        self.width, self.height = int(tags["W"]), int(tags["H"])
        self.chroma = tags.get("C", "420jpeg")
        match = re.fullmatch(r"(420|422|444|411|mono)(jpeg|mpeg2|paldv|alpha)?p?(\d+)?", self.chroma)
        if not match:
            raise Problem(f"the pixel format C{self.chroma} is unknown")
        self.bits = int(match[3] or 8)
        self.sample_bytes = 1 if self.bits == 8 else 2
        self.is_full_range = b"XCOLORRANGE=FULL" in words
        # The columns and rows of luma samples for each chroma sample.
        across, down = {"420": (2, 2), "422": (2, 1), "411": (4, 1)}.get(match[1], (1, 1))
        # The columns and rows of luma samples for each sample of each plane.
        self.ratios = [(1, 1)]
        if match[1] != "mono":
            self.ratios += [(across, down)] * 2 + [(1, 1)] * (match[2] == "alpha")
        # The width and height of each plane.
        self.sizes = [(-(-self.width // x), -(-self.height // y)) for x, y in self.ratios]
        self.frame_bytes = sum(width * height for width, height in self.sizes) * self.sample_bytes

    def planes(self, frame):
        """The bytes of each plane of a frame."""
        start, view = 0, memoryview(frame)
        for width, height in self.sizes:
            end = start + width * height * self.sample_bytes
            yield view[start:end]
            start = end


def read_exactly(source, count):
    data = source.read(count)
    if len(data) != count:
        raise Problem("the input ends inside a frame")
    return data


def serve(start):
    """Answers all requests on standard input.

    start(format) returns a function of two frames and a list of phases. That function returns or yields a frame for
    each phase, as bytes.
    """
    # If warp-video ends early or the user presses Ctrl-C, this program ends without a traceback.
    for number in (signal.SIGPIPE, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    format = Format(source.readline())
    make = start(format)
    sink.write(format.header + b" XPHASES=ALL\n")
    while source.readline():
        first = read_exactly(source, format.frame_bytes)
        source.readline()
        second = read_exactly(source, format.frame_bytes)
        phases = [float(word) for word in source.readline().split()]
        count = 0
        for frame in make(first, second, phases):
            if len(frame) != format.frame_bytes:
                raise Problem(f"a made frame has {len(frame)} bytes instead of {format.frame_bytes}")
            sink.write(b"FRAME\n")
            sink.write(frame)
            sink.flush()
            count += 1
        if count != len(phases):
            raise Problem(f"frames made for a request: {count} instead of {len(phases)}")
