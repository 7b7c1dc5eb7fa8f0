// Declares what Swift's Glibc module lacks, because the C library's headers declare these only with _GNU_SOURCE.
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

// Signals that end this process kill the group from now on, until `forgetGroup`. Only SIGKILL does not.
void killLater(pid_t group);
void forgetGroup(pid_t group);

// The program to start, and the properties of its process.
struct ChildStart {
  const char *path;
  char *const *words;
  char *const *variables;
  int streams[3];   // descriptors that become its standard streams
  const int *kept;  // more descriptors that it inherits under the same numbers
  int keptCount;
  int leadsGroup;
  int endsGroup;  // whether a signal that ends this process kills the group that the program leads
  int outlives;   // whether the program survives the end of the thread that starts it
};

// Starts a program; on failure, returns -1 and sets errno. Until execve, the child shares this process's memory and the
// calling thread waits. So this function is never inlined into a function that the child could return to, and no signal
// handler may run in the child.
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
    // If this process ignores ^C, a lost terminal or the file size limit, the child ignores it too.
    for (int number = 1; done && number < 32; number++) {
      struct sigaction action;
      const int stays = number == SIGINT || number == SIGHUP || number == SIGXFSZ;
      const int isIgnored = sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
      if (!stays || !isIgnored) signal(number, SIG_DFL);
    }
    for (int stream = 0; done && stream < 3; stream++)
      done = start->streams[stream] == stream || dup2(start->streams[stream], stream) == stream;
    for (int index = 0; done && index < start->keptCount; index++) done = fcntl(start->kept[index], F_SETFD, 0) == 0;
    if (done && sigprocmask(SIG_SETMASK, &none, NULL) == 0) execve(start->path, start->words, start->variables);
    failure = errno ? errno : ESRCH;
    _exit(127);
  }
  const int error = errno;
  if (child > 0 && !failure && start->endsGroup) killLater(child);
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

// Waits until a child has stopped or ended, without reaping it.
static inline void awaitStop(pid_t child) {
  siginfo_t change;
  while (waitid(P_PID, (id_t)child, &change, WEXITED | WSTOPPED | WNOWAIT) < 0 && errno == EINTR) {
  }
}
