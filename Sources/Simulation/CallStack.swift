import CSimulation
import Foundation

#if canImport(Runtime)
internal import Runtime
#endif

/// The functions of the app that are being called at one point.
package struct CallStack: Sendable {
  #if canImport(Runtime)
  private let backtrace: Backtrace?
  #endif

  /// The queue whose work calls; `nil` for none, and for the main queue.
  private let queue: String?

  /// The functions that lead to the caller.
  init(on queue: String?) {
    self.queue = queue
    #if canImport(Runtime)
    // The innermost functions; to find the lines of one takes some 10 ms.
    backtrace = try? Backtrace.capture(algorithm: .fast, limit: 12, offset: 3, top: 0)
    #endif
  }

  /// The modules of this package's libraries, as its manifest lists them.
  package static let ownModules = Set(
    String(cString: simulation_own_modules()).split(separator: ",").map(String.init))

  /// The app's functions, innermost first, such as `in FactsService.load() (FactsService.swift:41)`,
  /// and the queue, such as `on the DispatchQueue "images"`.
  package var lines: [String] { functions + (queue.map { ["on \($0)"] } ?? []) }

  private var functions: [String] {
    #if canImport(Runtime)
    var lines: [String] = []
    for frame in backtrace?.symbolicated()?.frames ?? [] {
      guard let symbol = frame.symbol, let location = symbol.sourceLocation,
        location.line > 0, let module = Demangled.module(of: symbol.rawName),
        !Self.ownModules.contains(module)
      else { continue }
      let name = symbol.name.replacing(Self.partOfFunction, with: "")
      let line = "in \(name) (\(URL(filePath: location.path).lastPathComponent):\(location.line))"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
    #else
    return []
    #endif
  }

  /// The words in front of a function's name for a closure in it, or for a form of it.
  private static var partOfFunction: Regex<Substring> {
    /^(?:closure #\d+ in |partial apply for |specialized |(?:static|implicit) )+/
  }
}
