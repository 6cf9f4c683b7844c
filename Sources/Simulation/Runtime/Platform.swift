// What story time needs of a platform, and which platforms have it. This is the only file that
// knows.
//
// | Needed | Linux, Swift 6.3 | Apple's systems |
// | --- | --- | --- |
// | `swift_task_getMainExecutor_hook`, called whenever code hops to the main actor | yes | untried |
// | `swift_task_enqueueGlobal_hook` | yes | there; used by others |
// | `_createExecutors(factory:)` and `SchedulingExecutor`, which are SPI of the standard library | yes | the SDK ships no SPI |
// | a `clock_gettime` in the executable that wins over libc's | yes | no: two-level namespaces keep system libraries on their own |
//
// Without the last two, a `Task.sleep` in a plain actor passes in real time, and a run that can't
// be trusted is worse than none. So there is no half of story time for a platform that lacks some
// of it: it is refused when the package is built, not when a story fails for no reason.
#if !os(Linux)
#error(
  "Story time needs Linux and Swift 6.3: see Runtime/Platform.swift for what other systems lack.")
#endif
