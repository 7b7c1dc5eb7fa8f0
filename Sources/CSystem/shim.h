// Declarations that Swift's Glibc module lacks, because the C library's headers make them only where _GNU_SOURCE is
// defined.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int pipe2(int ends[2], int flags);
ssize_t splice(int from, off_t *fromOffset, int to, off_t *toOffset, size_t count, unsigned int flags);
ssize_t tee(int from, int to, size_t count, unsigned int flags);
int memfd_create(const char *name, unsigned int flags);
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int renameat2(int oldDirectory, const char *oldPath, int newDirectory, const char *newPath, unsigned int flags);

// The arguments of the process, including the name of the program.
int argumentCount(void);
char **argumentList(void);

static const int setPipeSize = 1031;  // F_SETPIPE_SZ
static const int getPipeSize = 1032;  // F_GETPIPE_SZ
static const int openUnnamed = __O_TMPFILE;
static const unsigned int keepOther = 1;         // RENAME_NOREPLACE
static const unsigned int closedInChildren = 1;  // MFD_CLOEXEC

static const int closedAndNonblocking = SOCK_CLOEXEC | SOCK_NONBLOCK;
static inline int acceptedConnection(int socket) { return accept4(socket, NULL, NULL, closedAndNonblocking); }

// How a program is started.
struct ChildStart {
  const char *path;
  char *const *words;
  char *const *variables;
  int streams[3];   // what its standard streams are
  const int *kept;  // further descriptors it has, by their own numbers
  int keptCount;
  int leadsGroup;
  int outlives;  // whether it goes on when the thread that starts it ends
};

// Starts a program; -1 and errno if that fails. Until the program runs, the child shares our memory and our thread
// waits: so this function is never inlined into one that the child could return to, and no handler of a signal may
// run in the child.
__attribute__((noinline)) static pid_t startChild(const struct ChildStart *start) {
  const pid_t parent = getpid();
  volatile int failure = 0;
  sigset_t all, before, none;
  sigfillset(&all);
  sigemptyset(&none);
  const int isMasked = sigprocmask(SIG_SETMASK, &all, &before) == 0;
  const pid_t child = vfork();
  if (child == 0) {
    int done = !start->leadsGroup || setpgid(0, 0) == 0;
    // The parent may have ended before the death signal was set.
    done = done && (start->outlives || (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent));
    // Who ignores ^C, a lost terminal or the limit for files wants that of the child too.
    for (int number = 1; done && number < 32; number++)
      if (number != SIGINT && number != SIGHUP && number != SIGXFSZ) signal(number, SIG_DFL);
    for (int stream = 0; done && stream < 3; stream++)
      done = start->streams[stream] == stream || dup2(start->streams[stream], stream) == stream;
    for (int index = 0; done && index < start->keptCount; index++) done = fcntl(start->kept[index], F_SETFD, 0) == 0;
    if (done && sigprocmask(SIG_SETMASK, &none, NULL) == 0) execve(start->path, start->words, start->variables);
    failure = errno ? errno : ESRCH;
    _exit(127);
  }
  const int error = errno;
  if (isMasked) sigprocmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && failure) waitpid(child, NULL, 0);
  errno = failure ? failure : error;
  return failure ? -1 : child;
}

// Whether a child has ended, without reaping it; -1 if there is no such child.
static inline int hasEnded(pid_t child) {
  siginfo_t end;
  end.si_pid = 0;
  return waitid(P_PID, (id_t)child, &end, WEXITED | WNOHANG | WNOWAIT) == 0 ? end.si_pid == child : -1;
}

// Waits until a child has stopped or ended; it is not reaped.
static inline void awaitStop(pid_t child) {
  siginfo_t change;
  while (waitid(P_PID, (id_t)child, &change, WEXITED | WSTOPPED | WNOWAIT) < 0 && errno == EINTR) {
  }
}
