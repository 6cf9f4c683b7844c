import ScenarioLanguage

extension ScenarioReport {
  /// An action of the app at one place of its code that no story permits.
  package struct Violation: Codable, Sendable, Hashable {
    /// The app's function that did it.
    package struct Place: Codable, Sendable, Hashable {
      /// The function, such as `FactsService.load()`.
      package var function: String
      /// The path of the file on the machine that built it.
      package var path: String
      package var line: Int

      package init(function: String, path: String, line: Int) {
        (self.function, self.path, self.line) = (function, path, line)
      }
    }

    /// The kind of action, such as `starts threads`.
    package var habit: String
    /// The object of the first action, such as an address; `nil` if it had none.
    package var object: String?
    /// The remedy, such as `use a Task instead`.
    package var replacement: String
    /// The permission that a module can list; `nil` if there is none for this kind.
    package var permission: String?
    /// The app's function; `nil` if it is not known.
    package var place: Place?
    /// The queue whose work it was, such as `the DispatchQueue "images"`; `nil` if it was none.
    package var queue: String?
    /// The first step in which it happened.
    package var step: Location
    package var count = 1

    package init(
      habit: String, object: String?, replacement: String, permission: String?, place: Place?,
      queue: String?, step: Location
    ) {
      (self.habit, self.object, self.replacement) = (habit, object, replacement)
      (self.permission, self.place, self.queue, self.step) = (permission, place, queue, step)
    }

    /// Returns whether another violation is of the same kind and at the same place.
    package func repeats(_ other: Violation) -> Bool {
      habit == other.habit && place == other.place && queue == other.queue
    }
  }
}
