#!/bin/bash
# Run by PackageTests.swift: PackageTests.sh CHECKOUT, in an empty directory. Makes the packages twice of the executables that
# are there, unpacks them into empty directories, and does the demo with what is in them.
set -euo pipefail
checkout=$1

# That the bytes are the same twice is one of the long campaigns.
directories=(one)
[ "${WARP_TEST_SHARE-0}" != 0 ] || directories+=(two)
for directory in "${directories[@]}"; do
  SOURCE_DATE_EPOCH=1700000000 WARP_PACKAGE_LEVEL=1 "$checkout/scripts/package" --as-built "$PWD/$directory" >list 2>/dev/null
done
[ ! -d two ] || for file in one/*; do cmp "$file" "two/${file#one/}"; done

mkdir deb tar
dpkg-deb -x one/*.deb deb
dpkg-deb -f one/*.deb Package Section
tar -C tar -xzf one/*.tar.gz
ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=2 -f lavfi -i sine=d=2 -c:v libx264 -c:a aac clip.mp4
for warp in deb/usr/bin/warp-film tar/*/bin/warp-film; do
  # Nothing of the checkout is on the PATH.
  env -i PATH=/usr/bin:/bin HOME="$PWD" "$warp" -y --no-progress --curve double-smoothstep:factor=3 clip.mp4 slow.mp4
  ffprobe -v error -show_entries format=duration -of csv=p=0 slow.mp4
done
find deb -name 'warp*' -path '*man*' | LC_ALL=C sort | head -2
