import Foundation
import ScenarioKit

/// An app that counts its launches when it is created, and stores nothing else by itself.
final class StorageModule: Module {
  static let name = "storage"

  init(_ context: ScenarioContext) {
    let defaults = UserDefaults.standard
    defaults.register(defaults: ["volume": 0.5])
    defaults.set(defaults.integer(forKey: "launches") + 1, forKey: "launches")
  }

  static var steps: Steps {
    Steps.storage
    When("the app saves {string} in {string}") { (_, text: String, name: String) in
      let folder = FileManager.default.homeDirectoryForCurrentUser
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    Observe("the app reads the date") { _ in UserDefaults.standard.object(forKey: "date") as? Date }
    Observe("the app reads the list") { _ in
      try UserDefaults.standard.data(forKey: "list")
        .map { try JSONDecoder().decode([String].self, from: $0) }
    }
    Observe("the app reads the number") { _ in UserDefaults.standard.double(forKey: "number") }
    Observe("the app reads the names") { _ in UserDefaults.standard.stringArray(forKey: "names") }
    Observe("the app reads the text") { _ in UserDefaults.standard.object(forKey: "text") as? String
    }
  }
}
