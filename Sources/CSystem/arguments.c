#include "shim.h"

static int count;
static char **list;

// The C library passes the arguments of main to constructors.
__attribute__((constructor)) static void keepArguments(int argumentCount, char **arguments) {
  count = argumentCount;
  list = arguments;
}

int argumentCount(void) { return count; }
char **argumentList(void) { return list; }
