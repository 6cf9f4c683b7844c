import Dispatch
import Foundation

/// A way in which an app ends or blocks its process.
///
/// Each case really does what apps do by accident. None returns to the step that started it, except
/// those that end the process from another task.
enum Death: String, CaseIterable {
  // Traps with a message
  case forceUnwrap = "force unwrap"
  case indexOutOfRange = "index out of range"
  case divisionByZero = "division by zero"
  case fatalError = "fatal error"
  case precondition = "precondition failure"
  case forceTry = "force try"
  case unownedReference = "unowned reference"
  case continuationResumedTwice = "continuation resumed twice"
  case wrongActor = "wrong actor"

  // Traps without a message, signals and aborts
  case overflow = "integer overflow"
  case forceCast = "force cast"
  case exclusiveAccess = "exclusive access"
  case queueWaitsForItself = "queue waits for itself"
  case abort = "abort"
  case invalidFree = "invalid free"
  case nullPointer = "null pointer"
  case truncatedFile = "truncated file"
  case killSignal = "SIGKILL"
  case terminationSignal = "SIGTERM"
  case abortSignal = "SIGABRT to the process"
  case faultSignal = "SIGSEGV to the process"
  case trapSignal = "SIGILL to the process"
  case quitSignal = "SIGQUIT to the process"
  case sizeSignal = "SIGXFSZ to the process"
  case callSignal = "SIGSYS to the process"
  case userSignal = "SIGUSR1 to the process"
  case timeSignal = "SIGXCPU to the process"
  case signalToParent = "SIGKILL to its parent"
  case tracedCrash = "a crash while traced"

  // Exits of the process
  case exitSuccess = "exit 0"
  case exitFailure = "exit 3"
  case immediateExit = "_exit 0"
  case quickExit = "quick_exit 0"
  case replacedProcess = "exec"
  case ownCommand = "exec of the command"

  // Exhausted resources
  case stackOverflow = "stack overflow"
  case longRelease = "release of a long list"
  case memory = "memory"

  // Threads that never continue
  case endlessLoop = "endless loop"
  case semaphore = "semaphore"
  case lockBesideTicks = "lock beside a thread that ticks"
  case lock = "lock"
  case pause = "pause"
  case readFromPipe = "read from a pipe"
  case stopSignal = "SIGSTOP"
  case stopSignalToProcess = "SIGSTOP to the process"
  case endOfThread = "end of its thread"

  /// Ends or blocks the process, at once or from a new task.
  func happen() {
    switch self {
    case .forceUnwrap:
      // swift-format-ignore: NeverForceUnwrap
      print(Unknown.text!)
    case .indexOutOfRange: print([1, 2, 3][Unknown.number])
    case .divisionByZero: print(1 / (Unknown.number - 100))
    case .fatalError: Swift.fatalError("the disk is full")
    case .precondition: preconditionFailure("the list is sorted")
    case .forceTry:
      // swift-format-ignore: NeverUseForceTry
      try! Unknown.failing()
    case .unownedReference: Crashes.readUnownedReference()
    case .continuationResumedTwice:
      Task {
        await withCheckedContinuation { continuation in
          continuation.resume()
          continuation.resume()
        }
      }
    case .wrongActor: Task.detached { Crashes.assumeMainActor() }
    case .overflow: print(Int.max - 99 + Unknown.number)
    case .forceCast:
      // swift-format-ignore: NeverForceUnwrap
      print(Unknown.value as! String)
    case .exclusiveAccess: Crashes.accessTwice()
    case .queueWaitsForItself:
      let queue = DispatchQueue(label: "hostile")
      queue.sync { queue.sync {} }
    case .abort: Foundation.abort()
    case .invalidFree: Crashes.freeInvalidPointer()
    case .nullPointer: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .truncatedFile: Crashes.readTruncatedFile()
    case .killSignal: raise(SIGKILL)
    case .terminationSignal:
      // To the process, because libdispatch's threads block this signal for themselves.
      kill(getpid(), SIGTERM)
    case .abortSignal: kill(getpid(), SIGABRT)
    case .faultSignal: kill(getpid(), SIGSEGV)
    case .trapSignal: kill(getpid(), SIGILL)
    case .quitSignal: kill(getpid(), SIGQUIT)
    case .sizeSignal: kill(getpid(), SIGXFSZ)
    case .callSignal: kill(getpid(), SIGSYS)
    case .userSignal: kill(getpid(), SIGUSR1)
    case .timeSignal: kill(getpid(), SIGXCPU)
    case .signalToParent: kill(getppid(), SIGKILL)
    case .tracedCrash: Crashes.crashWhileTraced()
    case .exitSuccess: exit(0)
    case .exitFailure: exit(3)
    case .immediateExit: _exit(0)
    case .quickExit: quick_exit(0)
    case .replacedProcess: Exhaustion.replaceProcess()
    case .ownCommand: Exhaustion.replaceProcessByCommand()
    case .stackOverflow: print(Exhaustion.recurse(0))
    case .longRelease: Exhaustion.releaseLongList()
    case .memory: Task { await Exhaustion.allocateForever() }
    case .endlessLoop: Blocking.loop()
    case .semaphore: DispatchSemaphore(value: 0).wait()
    case .lockBesideTicks: Blocking.lockBesideTicks()
    case .lock: Blocking.lockTwice()
    case .pause: Foundation.pause()
    case .readFromPipe: Blocking.readFromPipe()
    case .stopSignal: raise(SIGSTOP)
    case .stopSignalToProcess: kill(getpid(), SIGSTOP)
    case .endOfThread: pthread_exit(nil)
    }
  }
}

/// Values that the compiler cannot evaluate.
enum Unknown {
  static var number: Int { CommandLine.arguments.count > 1_000_000 ? 0 : 100 }
  static var text: String? { number == 0 ? "text" : nil }
  static var value: Any { number == 0 ? "text" : number }

  static func failing() throws {
    if number != 0 { throw CocoaError(.fileNoSuchFile) }
  }
}
