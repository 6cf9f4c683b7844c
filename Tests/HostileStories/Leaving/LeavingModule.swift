import Foundation
import ScenarioKit

/// An app that leaves story time, the process and the scenario's own folders, also in ways that only
/// the kernel sees.
final class LeavingModule: Module {
  static let name = "leaving"

  private let app = LeavingApp()
  private var hasSucceeded = false

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app creates the file {string}") { (module, path: String) in
      module.hasSucceeded = creat(path, 0o600) >= 0
    }
    When("a library that is linked statically creates the file {string}") {
      (module, path: String) in
      typealias Create = @convention(c) (UnsafePointer<CChar>, mode_t) -> Int32
      let function = dlsym(dlopen("libc.so.6", RTLD_NOW), "creat")
      module.hasSucceeded = unsafeBitCast(function, to: Create.self)(path, 0o600) >= 0
    }
    When("the app connects") { module in module.app.connect() }
    When("the app starts a program") { module in module.app.start() }
    When("the app saves") { module in module.app.save() }
    When("the app pauses") { module in module.app.pause() }
    When("the app computes") { module in module.app.compute() }
    When("the app computes on a queue") { module in module.app.computeOnQueue() }
    Observe("the app has succeeded") { module in module.hasSucceeded }
    Observe("the app's log is") { module in module.app.log }
  }
}
