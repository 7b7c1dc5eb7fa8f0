/* Resamples a sound at changing speeds with libsoxr's variable rate: soxr SOUND SPEEDS > OUT
 *
 * SOUND is stereo f32le, SPEEDS one f64le for each output frame; the rate is set anew every 64 frames. */
#include <soxr.h>

#include "whole_file.h"

enum { step = 64 };

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  long frames, outputs, used = 0, done = 0;
  float *sound = whole_file(argv[1], 2 * sizeof(float), &frames);
  double *speeds = whole_file(argv[2], sizeof(double), &outputs);
  float *result = calloc((size_t)outputs + step, 2 * sizeof(float));
  soxr_error_t error;
  soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, SOXR_VR);
  soxr_io_spec_t format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  soxr_t state = soxr_create(64, 1, 2, &error, &format, &quality, NULL);
  if (error || !result) return 1;
  while (done < outputs) {
    soxr_set_io_ratio(state, speeds[done], done ? step : 0);
    long wanted = outputs - done < step ? outputs - done : step;
    for (long got = 0; got < wanted;) {
      size_t in, out;
      soxr_process(state, used < frames ? sound + 2 * used : NULL, (size_t)(frames - used), &in,
                   result + 2 * (done + got), (size_t)(wanted - got), &out);
      used += (long)in;
      got += (long)out;
      if (!in && !out) got = wanted;
    }
    done += wanted;
  }
  return fwrite(result, 2 * sizeof(float), (size_t)outputs, stdout) != (size_t)outputs;
}
