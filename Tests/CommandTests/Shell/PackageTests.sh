#!/bin/bash
# PackageTests.swift runs `PackageTests.sh CHECKOUT` in an empty directory. Makes the packages from the built
# executables, installs each into an empty directory, and retimes a film with each.
set -euo pipefail
checkout=$1

# If WARP_TEST_SHARE is 0 or unset, builds the packages twice, to check that the bytes are equal.
directories=(one)
[ "${WARP_TEST_SHARE-0}" != 0 ] || directories+=(two)
for directory in "${directories[@]}"; do
  SOURCE_DATE_EPOCH=1700000000 WARP_PACKAGE_LEVEL=1 "$checkout/scripts/package" --as-built "$PWD/$directory" >list 2>/dev/null
done
[ ! -d two ] || for file in one/*; do cmp "$file" "two/${file#one/}"; done
# Prints the names of the packages, with V for the version and M for the machine, and without the release.
sed 's|.*/||; s/[0-9]*\.[0-9]*\.[0-9]*/V/; s/-1//; s/x86_64\|aarch64\|amd64\|arm64/M/' list

# --- installation of each package --------------------------------------------------------------------------------

dpkg-deb -f one/*.deb Package Section
dpkg-deb -x one/*.deb deb

mkdir rpm
rpm --root "$PWD/rpm" --nodeps -i one/*.rpm 2>/dev/null
rpm --root "$PWD/rpm" --nodeps -V warp-film
rpm -qp --requires one/*.rpm | grep -v '^rpmlib'

mkdir tar
tar -C tar --strip-components=1 -xzf one/*.tar.gz

# Does what makepkg does: unpacks the source archive, which lies beside the PKGBUILD, into srcdir. Then calls package().
mkdir arch src
(
  # shellcheck disable=SC2034  # package() of the PKGBUILD reads these variables
  srcdir=$PWD/src pkgdir=$PWD/arch source=() sha256sums=()
  cd one
  # shellcheck disable=SC1091  # scripts/package writes this file
  . ./PKGBUILD
  sha256sum --status -c <<<"${sha256sums[0]}  ${source[0]}"
  tar -C "$srcdir" -xf "${source[0]}"
  package
)
# The PKGBUILD in the checkout has the same version, but no checksum.
diff <(grep -v '^sha256sums=' "$checkout/packaging/PKGBUILD") <(grep -v '^sha256sums=' one/PKGBUILD)

# Compares the files of the wheel with its list of checksums, RECORD, because pip does not.
python3 - one/*.whl <<'PYTHON'
import base64, csv, hashlib, io, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
[record] = [name for name in wheel.namelist() if name.endswith("/RECORD")]
rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
for name, digest, size in rows:
    data = wheel.read(name)
    found = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    assert name == record or (digest, int(size)) == (found, len(data)), name
PYTHON
python3 -m venv wheel
wheel/bin/pip install -q --no-index --disable-pip-version-check one/*.whl

# --- a film retimed with each package ----------------------------------------------------------------------------

ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=2 -f lavfi -i sine=d=2 -c:v libx264 -c:a aac clip.mp4
for root in deb/usr rpm/usr tar arch/usr wheel; do
  # The PATH contains nothing of the checkout.
  env -i PATH=/usr/bin:/bin HOME="$PWD" \
    "$root/bin/warp-film" -y --no-progress --curve double-smoothstep:factor=3 clip.mp4 slow.mp4
  (
    echo "$root: $(ffprobe -v error -show_entries format=duration -of csv=p=0 slow.mp4) s"
    cd "$root"
    # Counts the programs, then the man pages, the completions and the program `rife`.
    find bin/warp-* -perm 755 | wc -l
    find share -type f \
      \( -path '*/man/*' -o -path '*completions*/*' -o -path '*site-functions/*' -o -name rife -perm 755 \) | wc -l
  ) | paste -sd ' '
done
