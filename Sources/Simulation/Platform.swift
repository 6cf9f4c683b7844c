// The platform features that story time needs, and the platforms that have them. No other file
// lists them.
//
// | Needed | Linux, Swift 6.3 | Apple's systems |
// | --- | --- | --- |
// | `swift_task_getMainExecutor_hook`, called whenever code hops to the main actor | yes | untested |
// | `swift_task_enqueueGlobal_hook` | yes | present, but used by other code |
// | `_createExecutors(factory:)` and `SchedulingExecutor`, which are SPI of the standard library | yes | the SDK ships no SPI |
// | a `clock_gettime` in the executable that takes precedence over libc's | yes | no: two-level namespaces keep system libraries on their own |
// | libdispatch and Foundation in shared libraries, checked at the start | yes, unless a command is linked with `-static-stdlib` | yes |
//
// Without any of these, some code runs in real time, and the results of a run are not reliable. So
// the build fails on a platform that lacks one, and a command that lacks one can't start a
// simulation.
#if !os(Linux)
#error(
  "Story time requires Linux and Swift 6.3; Runtime/Platform.swift lists what other systems lack.")
#endif
