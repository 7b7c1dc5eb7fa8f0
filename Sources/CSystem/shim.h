// Declarations that Swift's Glibc module lacks, because the C library's headers make them only where _GNU_SOURCE is defined.
#include <fcntl.h>
#include <sys/types.h>

int pipe2(int ends[2], int flags);
ssize_t splice(int from, off_t *fromOffset, int to, off_t *toOffset, size_t count, unsigned int flags);
ssize_t tee(int from, int to, size_t count, unsigned int flags);

static const int setPipeSize = 1031;  // F_SETPIPE_SZ
static const int getPipeSize = 1032;  // F_GETPIPE_SZ
static const int openUnnamed = __O_TMPFILE;
