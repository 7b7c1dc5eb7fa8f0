#!/usr/bin/env python3
"""Computes the golden tables of this folder with mpmath, independently of the Swift code.

  golden.py curves                    prints curves.tsv
  golden.py components                prints components.tsv
  golden.py components FIRST STEP     prints its heading, the row FIRST (from 0), and every STEPth row after it

Each scale is its definition in `warp-map --list-curves`. Each integral is a quadrature of that definition with 40
digits, between the points at which the definition changes. Nothing here uses a closed form of an integral.
"""

import sys

from mpmath import cos, mp, mpf, nstr, pi, quad, sin

mp.dps = 40


def smooth(x):
    return 3 * x**2 - 2 * x**3


def rise(u, f, center, width, ease):
    """From 1 to f over `width` around `center`."""
    x = (u - center) / width + mpf(1) / 2
    return mpf(1) if x <= 0 else mpf(f) if x >= 1 else 1 + (f - 1) * ease(x)


def edges(center, width):
    return [center - width / 2, center + width / 2]


def wave(function):
    """The untapered wave. Its period is 1/(6m), and the quadrature is split at half periods."""
    return (
        lambda u, f, m: f * (function(12 * pi * m * u) + 1) + f / 2,
        lambda m: [k / (12 * m) for k in range(1, int(12 * m) + 1)],
    )


def tapered(function):
    value, breaks = wave(function)
    return lambda u, f, m: 1 + (value(u, f, m) - 1) * smooth(u), breaks


def straight(x):
    return x


half, quarter = mpf(1) / 2, mpf(1) / 4

# Name: (scale at u for a factor and a modifier, points between 0 and 1 at which its definition changes)
shapes = {
    "double-smoothstep": (
        lambda u, f, m: rise(min(u, 1 - u), f, quarter, m / 2, smooth),
        lambda m: edges(quarter, m / 2) + edges(3 * quarter, m / 2),
    ),
    "smoothstep": (lambda u, f, m: rise(u, f, half, m, smooth), lambda m: edges(half, m)),
    "triangle": (
        lambda u, f, m: rise(min(u, 1 - u), f, half - m / 4, m / 2, straight),
        lambda m: edges(half, m) + [half],
    ),
    "ramp": (lambda u, f, m: rise(u, f, half, m, straight), lambda m: edges(half, m)),
    "cosine": wave(cos),
    "sine": wave(sin),
    "tapered-cosine": tapered(cos),
    "tapered-sine": tapered(sin),
    "power": (lambda u, f, m: 2 * m * u**f + m / 2, lambda m: []),
    "constant": (lambda u, f, m: mpf(f), lambda m: []),
}


def curve(name):
    """The scale and the breaks of a curve, also of one played from its end."""
    if not name.endswith("-flipped"):
        return shapes[name]
    value, breaks = shapes[name.removesuffix("-flipped")]
    return lambda u, f, m: value(1 - u, f, m), lambda m: [1 - b for b in breaks(m)]


def integral(name, f, m, u):
    """Of the scale, from 0 to u."""
    value, breaks = curve(name)
    points = [mpf(0)] + sorted(b for b in set(breaks(m)) if 0 < b < u) + [u]
    return quad(lambda x: value(x, f, m), points) if u > 0 else mpf(0)


def text(x):
    return nstr(mpf(x), 18)


def curves():
    yield (
        "# exact values of the built-in time-scale functions (40-digit quadrature): "
        "v = scale at unit position u, s = integral of v from 0 to u"
    )
    yield "curve\tfactor\tmodifier\tu\tscale\tintegral"
    # Tests compare a flipped curve with the mirror image of these values.
    names = "double-smoothstep smoothstep triangle ramp cosine sine tapered-cosine tapered-sine constant power"
    for name in names.split():
        for f, m in [("1.5", "0.5"), ("0.1", "0.1"), ("4", "1"), ("2", "0.3"), ("0.7", "0.85")]:
            for u in "0 0.05 0.125 0.25 0.3 0.4 0.5 0.6 0.75 0.9 1".split():
                numbers = lambda name=name, f=mpf(f), m=mpf(m), u=mpf(u): (
                    curve(name)[0](u, f, m),
                    integral(name, f, m, u),
                )
                yield "\t".join([name, f, m, u]), numbers


def components():
    yield (
        "# the sample set of six components, each one sixth of the timeline, factor 1.5, modifier 0.5, "
        "and a set with gaps; s = integral from 0 to u"
    )
    yield "set\tu\tintegral"
    six = "constant triangle cosine tapered-cosine power double-smoothstep".split()
    sets = {
        "six": ([(n, "1.5", "0.5", mpf(i) / 6, mpf(i + 1) / 6) for i, n in enumerate(six)], 24),
        "gaps": (
            [
                ("smoothstep", "3", "0.8", mpf("0.1"), mpf("0.3")),
                ("smoothstep-flipped", "3", "0.8", mpf("0.3"), mpf("0.45")),
                ("sine", "0.4", "0.25", mpf("0.7"), mpf("0.95")),
            ],
            40,
        ),
    }
    for name, (parts, count) in sets.items():
        for k in range(count + 1):
            u = mpf(k) / count

            def numbers(parts=parts, u=u):
                total = u
                for curve_name, f, m, start, end in parts:
                    if u > start:
                        shown = min(u, end) - start
                        width = end - start
                        total += width * integral(curve_name, mpf(f), mpf(m), shown / width) - shown
                return (total,)

            yield f"{name}\t{text(u)}", numbers


def main():
    table = {"curves": curves, "components": components}[sys.argv[1]]
    first, step = map(int, sys.argv[2:4] or [0, 1])
    rows = list(table())
    for heading in rows[:2]:
        print(heading)
    for key, numbers in rows[2 + first :: step]:
        print(key, *map(text, numbers()), sep="\t")


main()
