import CSimulation
import Foundation
import Synchronization

#if canImport(Runtime)
// Only the SPI creates a `Backtrace` from addresses. It copies them and looks them up when asked to.
@_spi(Internal) internal import Runtime
#endif

/// The functions of the app that are being called at one point.
package struct CallStack: Sendable {
  /// A call in a function of the app.
  package struct Frame: Sendable, Hashable {
    /// The function, such as `FactsService.load()`.
    package let function: String
    /// The path of the file on the machine that built it.
    package let path: String
    package let line: Int
  }

  #if canImport(Runtime)
  private let backtraces: [Backtrace]
  #endif

  /// The queue whose work calls, such as `the DispatchQueue "images"`; `nil` for none, and for the
  /// main queue.
  package let queue: String?

  /// The functions that lead to the caller.
  init(on queue: String?) {
    self.queue = queue
    #if canImport(Runtime)
    // Only frame pointers lead through functions that await, but they end where a C library, such as
    // libswiftDispatch, uses the register for other values.
    guard let awaiting = try? Backtrace.capture(algorithm: .fast, limit: 12, offset: 3, top: 0)
    else {
      backtraces = []
      return
    }
    let calling = withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 24) {
      let count = Int(simulation_return_addresses($0.baseAddress, Int32($0.count)))
      return $0.prefix(count).map { RichFrame.returnAddress(UInt64(UInt(bitPattern: $0))) }
    }
    backtraces = [
      Backtrace(architecture: awaiting.architecture, frames: calling, images: nil), awaiting,
    ]
    #endif
  }

  /// The modules of this package's libraries, as its manifest lists them.
  package static let ownModules = Set(
    String(cString: simulation_own_modules()).split(separator: ",").map(String.init))

  /// The app's functions, innermost first, such as `in FactsService.load() (FactsService.swift:41)`,
  /// and the queue, such as `on the DispatchQueue "images"`.
  package var lines: [String] {
    var lines: [String] = []
    for frame in frames {
      let file = URL(filePath: frame.path).lastPathComponent
      let line = "in \(frame.function) (\(file):\(frame.line))"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines + (queue.map { ["on \($0)"] } ?? [])
  }

  #if canImport(Runtime)
  /// The frames of the stacks whose lines were searched, by their addresses.
  private static let found = Mutex<[[Backtrace.Address]: [Frame]]>([:])

  /// The calls in the app's functions, innermost first.
  package var frames: [Frame] {
    let addresses = backtraces.flatMap { $0.frames.map(\.originalProgramCounter) }
    if let found = Self.found.withLock({ $0[addresses] }) { return found }
    var frames: [Frame] = []
    for frame in backtraces.flatMap(Self.frames) where !frames.contains(frame) {
      frames.append(frame)
    }
    Self.found.withLock { $0[addresses] = frames }
    return frames
  }

  private static func frames(of backtrace: Backtrace) -> [Frame] {
    (backtrace.symbolicated()?.frames ?? []).compactMap { frame in
      guard let symbol = frame.symbol, let location = symbol.sourceLocation,
        location.line > 0, let module = Demangled.module(of: symbol.rawName),
        !ownModules.contains(module)
      else { return nil }
      return Frame(
        function: symbol.name.replacing(partOfFunction, with: ""), path: location.path,
        line: location.line)
    }
  }
  #else
  /// The calls in the app's functions, innermost first.
  package var frames: [Frame] { [] }
  #endif

  /// The words in front of a function's name for a closure in it, or for a form of it.
  private static var partOfFunction: Regex<Substring> {
    /^(?:closure #\d+ in |partial apply for |specialized |(?:static|implicit) )+/
  }
}
