/// What has system calls fail.
enum Strace {
  /// Not where it may not trace, as in some containers. Where it is missing, what needs it fails: scripts/setup installs it.
  static let isAllowed =
    (try? Shell.run("! type strace || strace -o /dev/null -e inject=close:error=EIO:when=99 true").status) == 0
}
