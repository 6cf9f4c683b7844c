import CSimulation
import Foundation
import Synchronization

#if canImport(Runtime)
// Only the SPI creates a `Backtrace` from addresses. It copies them and looks them up when asked
// to. Only the SPI reads the loaded images by system calls; see ``CallStack/images``.
@_spi(Internal) @_spi(MemoryReaders) internal import Runtime
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
  /// The calls, innermost first: of the functions that wait for a call, then also of those that
  /// await.
  private let calls: Backtrace
  #endif

  /// The queue whose work calls, such as `the DispatchQueue "images"`; `nil` for none, and for the
  /// main queue.
  package let queue: String?

  /// The functions that lead to the caller.
  init(on queue: String?) {
    self.queue = queue
    #if canImport(Runtime)
    // Only frame pointers lead through functions that await, but they end where a C library, such
    // as libswiftDispatch, uses the register for other values.
    let awaiting = try? Backtrace.capture(
      algorithm: .fast, limit: 12, offset: 3, top: 0, images: Self.firstImages)
    let calling = withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 24) {
      let count = Int(simulation_return_addresses($0.baseAddress, Int32($0.count)))
      return $0.prefix(count).map { RichFrame.returnAddress(UInt64(UInt(bitPattern: $0))) }
    }
    calls = Backtrace(
      architecture: awaiting?.architecture ?? "",
      frames: calling + (awaiting?.frames.compactMap(RichFrame.init) ?? []), images: nil)
    #endif
  }

  /// The modules of this package's libraries, as its manifest lists them.
  package static let ownModules = Set(
    String(cString: simulation_own_modules()).split(separator: ",").map(String.init))

  /// The app's functions, innermost first, such as `in FactsService.load()
  /// (FactsService.swift:41)`, and the queue, such as `on the DispatchQueue "images"`.
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
  /// The frames of the calls whose lines were searched, by their addresses; empty outside of the
  /// app.
  private static let found = Mutex<[Backtrace.Address: [Frame]]>([:])

  /// The calls in the app's functions, innermost first.
  package var frames: [Frame] {
    let addresses = calls.frames.map(\.originalProgramCounter)
    let found = Self.found.withLock { found in
      let new = calls.frames.filter { found[$0.originalProgramCounter] == nil }
      if !new.isEmpty { found.merge(find(new)) { $1 } }
      return found
    }
    return addresses.flatMap { found[$0] ?? [] }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The loaded images.
  ///
  /// By default, the runtime reads every mapping of the process directly, and crashes if a thread
  /// of the app unmaps one at this moment, such as the shared memory of SQLite. A system call
  /// fails.
  private static var images: ImageMap { ImageMap.capture(using: LocalMemoryReader()) }

  /// The images that were loaded when the first calls were captured.
  ///
  /// Functions that await are found among them. To read them takes 0.4 ms.
  private static let firstImages = images

  private func stack(of frames: [Backtrace.Frame]) -> Backtrace {
    Backtrace(
      architecture: calls.architecture, frames: frames.compactMap(RichFrame.init), images: nil)
  }

  /// To find a function is quick, but to find a line takes some 10 ms.
  private func find(_ calls: [Backtrace.Frame]) -> [Backtrace.Address: [Frame]] {
    let images = Self.images
    let functions =
      stack(of: calls).symbolicated(with: images, options: .useSymbolCache)?.frames ?? []
    let ofApp = functions.filter { $0.symbol.map(Self.isOfApp) == true }.map(\.captured)
    var found: [Backtrace.Address: [Frame]] = [:]
    for call in calls { found[call.originalProgramCounter] = [] }
    let partOfFunction =
      /^(?:closure #\d+ in |partial apply for |specialized |(?:static|implicit) )+/
    for frame in stack(of: ofApp).symbolicated(with: images)?.frames ?? [] {
      guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
        Self.isOfApp(symbol)
      else { continue }
      found[frame.captured.originalProgramCounter, default: []].append(
        Frame(
          function: symbol.name.replacing(partOfFunction, with: ""), path: location.path,
          line: location.line))
    }
    return found
  }

  private static func isOfApp(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
    Demangled.module(of: symbol.rawName).map { !ownModules.contains($0) } ?? false
  }
  #else
  /// The calls in the app's functions, innermost first.
  package var frames: [Frame] { [] }
  #endif
}

#if canImport(Runtime)
extension RichFrame<UInt64> {
  fileprivate init?(_ frame: Backtrace.Frame) {
    switch frame {
    case .programCounter(let address): self = .programCounter(UInt64(address) ?? 0)
    case .returnAddress(let address): self = .returnAddress(UInt64(address) ?? 0)
    case .asyncResumePoint(let address): self = .asyncResumePoint(UInt64(address) ?? 0)
    default: return nil
    }
  }
}
#endif
