import Dispatch
import Foundation
import ScenarioKit

/// An app that shows values which differ from process to process.
final class UndeterminedModule: Module {
  static let name = "undetermined"

  private var drawn: [Int] = []
  private var objects: [Object] = []

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app draws a constant") { $0.drawn = [1] }
    When("the app draws a number") { $0.drawn = [.random(in: 0...1_000_000)] }
    When("the app draws a hash") { $0.drawn = ["a text".hashValue] }
    // Only the trace has the queue's label.
    When("the app draws a label") { _ in
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "images \(UUID())").async { continuation.resume() }
      }
    }
    When("the app draws a(n) order") { $0.drawn = Array(Set(1...10)) }
    When("the app draws a(n) address") { module in
      let object = Object()
      module.objects = [object]
      module.drawn = [Int(bitPattern: ObjectIdentifier(object)) & 0xFFFF_FFFF]
    }
    Observe("the app drew") { $0.drawn }
  }

  private final class Object {}
}
