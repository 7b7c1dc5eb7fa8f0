# shellcheck shell=bash
# Sourced by OddFilmTests.sh.

# damage HOW FILE: removes the first keyframe or the sound of a transport stream, or the first fragments of an mp4 file.
damage() {
  python3 - "$@" <<'END'
import sys
how, name = sys.argv[1:]
data = open(name, "rb").read()
if how in ("headless", "silent") and name.endswith("ts"):
    size = 192 if name.endswith("m2ts") else 188
    packets = [data[at:at + size] for at in range(0, len(data), size)]
    def track(packet): return int.from_bytes(packet[size - 187:size - 185], "big") & 0x1fff
    first = 0x1011 if size == 192 else 0x100
    if how == "silent":
        packets = [packet for packet in packets if track(packet) not in (first + 1, 0x1100)]
    else:
        # The first packets have the tables.
        count = len(packets) // 3
        packets = [packet for number, packet in enumerate(packets) if number > count or track(packet) < 0x20]
    data = b"".join(packets)
elif how == "segment" and b"moof" in data:
    boxes, at = [], 0
    while at < len(data):
        boxes.append((data[at + 4:at + 8], data[at:at + int.from_bytes(data[at:at + 4], "big")]))
        at += len(boxes[-1][1])
    head = b"".join(box for kind, box in boxes if kind in (b"ftyp", b"moov"))
    data = head + b"".join([box for kind, box in boxes if kind in (b"moof", b"mdat")][4:])
open(name, "wb").write(data)
END
}
