import Foundation
import ScenarioKit

/// An app that changes files beside the scenario's own folders, also in ways that only the kernel sees.
final class LeavingModule: Module {
  static let name = "leaving"

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
    Observe("the app has succeeded") { module in module.hasSucceeded }
  }
}
