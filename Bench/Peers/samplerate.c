/* Resamples a sound at changing speeds with libsamplerate: samplerate SOUND SPEEDS CONVERTER > OUT
 *
 * SOUND is stereo f32le, SPEEDS one f64le for each output frame. The ratio is set for every frame: were it set
 * more seldom, the library would ramp between ratios, and the result would end many samples off. */
#include <samplerate.h>

#include "whole_file.h"

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long frames, outputs, used = 0;
  float *sound = whole_file(argv[1], 2 * sizeof(float), &frames);
  double *speeds = whole_file(argv[2], sizeof(double), &outputs);
  float *result = calloc((size_t)outputs + 1, 2 * sizeof(float));
  int error;
  SRC_STATE *state = src_new(atoi(argv[3]), 2, &error);
  if (!state || !result) return 1;
  for (long output = 0; output < outputs; output++) {
    SRC_DATA data = {.data_in = sound + 2 * used, .data_out = result + 2 * output, .input_frames = frames - used,
                     .output_frames = 1, .end_of_input = 1, .src_ratio = 1 / speeds[output]};
    src_set_ratio(state, data.src_ratio);
    if (src_process(state, &data)) return 1;
    used += data.input_frames_used;
  }
  return fwrite(result, 2 * sizeof(float), (size_t)outputs, stdout) != (size_t)outputs;
}
