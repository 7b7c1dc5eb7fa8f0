#include "shim.h"

// The process groups of commands that end together with this process. A place with 0 is free.
static volatile pid_t groups[16];
static const int places = sizeof groups / sizeof groups[0];

static void killGroups(int number) {
  for (int place = 0; place < places; place++)
    if (groups[place] > 0) kill(-groups[place], SIGKILL);
  raise(number);
}

// After the handler, the signal ends this process as it would have without the handler.
static void catchEnd(int number) {
  struct sigaction before;
  if (sigaction(number, NULL, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction action = {.sa_handler = killGroups, .sa_flags = SA_RESETHAND};
  sigaction(number, &action, NULL);
}

void killLater(pid_t group) {
  const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};
  for (int index = 0; index < 5; index++) catchEnd(ends[index]);
  for (int place = 0; place < places; place++)
    if (groups[place] == 0) {
      groups[place] = group;
      return;
    }
}

void forgetGroup(pid_t group) {
  for (int place = 0; place < places; place++)
    if (groups[place] == group) groups[place] = 0;
}
