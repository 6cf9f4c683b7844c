// What story time needs of a platform, and which platforms have it. This is the only file that
// knows.
//
// | Needed | Linux, Swift 6.3 | Apple's systems |
// | --- | --- | --- |
// | `swift_task_getMainExecutor_hook`, called whenever code hops to the main actor | yes | untried |
// | `swift_task_enqueueGlobal_hook` | yes | there; used by others |
// | `_createExecutors(factory:)` and `SchedulingExecutor`, which are SPI of the standard library | yes | the SDK ships no SPI |
// | a `clock_gettime` in the executable that wins over libc's | yes | no: two-level namespaces keep system libraries on their own |
// | libdispatch and Foundation in shared libraries, checked at the start | yes, unless a command is linked with `-static-stdlib` | yes |
//
// Without any of these, some code runs in real time, and a run that can't be trusted is worse than
// none. So a platform that lacks one is refused when the package is built, and a command that lacks
// one when it starts a simulation.
#if !os(Linux)
#error(
  "Story time needs Linux and Swift 6.3: see Runtime/Platform.swift for what other systems lack.")
#endif
