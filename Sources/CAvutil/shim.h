#include <libavutil/eval.h>
#include <libavutil/log.h>
