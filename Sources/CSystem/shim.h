// What Linux and its C library offer but Swift's Glibc module leaves out, because its headers show it only to those who
// define _GNU_SOURCE.
#include <fcntl.h>
#include <sys/types.h>

int pipe2(int ends[2], int flags);
ssize_t splice(int from, off_t *fromOffset, int to, off_t *toOffset, size_t count, unsigned int flags);
ssize_t tee(int from, int to, size_t count, unsigned int flags);

static const int setPipeSize = 1031;  // F_SETPIPE_SZ
static const int getPipeSize = 1032;  // F_GETPIPE_SZ
static const int openUnnamed = __O_TMPFILE;
