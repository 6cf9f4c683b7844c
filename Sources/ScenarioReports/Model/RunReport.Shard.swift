extension RunReport {
  /// One of several parts of a run that is divided over machines, with what is known of the others.
  ///
  /// With it, `MergedParts` proves that all parts are there.
  package struct Shard: Codable, Sendable, Hashable {
    /// The number of the part, from 1.
    package var number: Int

    /// The division that the part belongs to.
    package var plan: Plan

    /// The contents of each part, in order; `nil` if the run ended before all stories were read.
    package var contents: [Content]?

    /// The warnings about the stories of all parts; `nil` if they were not counted.
    package var warnings: Warnings?

    /// The part in words, such as `part 2 of 5`.
    package var words: String { "part \(number) of \(plan.total)" }

    /// Everything that parts must have in common to fit together.
    package struct Plan: Codable, Sendable, Hashable {
      /// The version of the algorithm that divides.
      package var version: Int
      /// The number of parts.
      package var total: Int
      /// The fingerprint of the files' relative paths and texts.
      package var stories: String
      /// The fingerprint of the chosen paths, name and tags.
      package var selection: String
      /// The fingerprint of the times by which scenarios are divided; `nil` without times.
      package var times: String?

      package init(version: Int, total: Int, stories: String, selection: String, times: String?) {
        (self.version, self.total) = (version, total)
        (self.stories, self.selection, self.times) = (stories, selection, times)
      }
    }

    /// The scenarios of a part.
    package struct Content: Codable, Sendable, Hashable {
      /// The number of scenarios.
      package var scenarios = 0
      /// The sum of their hashes, which does not depend on their order.
      package var digest: UInt64 = 0

      package init() {}

      /// Adds the scenario with a hash.
      package mutating func add(_ hash: UInt64) {
        scenarios += 1
        digest &+= hash
      }
    }

    /// The warnings about stories.
    package struct Warnings: Codable, Sendable, Hashable {
      /// The number of warnings.
      package var count: Int
      /// Whether notes and warnings make the merged run fail.
      package var isStrict: Bool
      /// The warnings of a strict run, with their locations.
      package var texts: [String]
      /// The notes about the call, which all parts have; `nil` if they were not counted.
      package var notes: [String]?

      package init(count: Int, isStrict: Bool, texts: [String], notes: [String]? = nil) {
        (self.count, self.isStrict, self.texts, self.notes) = (count, isStrict, texts, notes)
      }
    }

    package init(number: Int, plan: Plan, contents: [Content]?, warnings: Warnings? = nil) {
      (self.number, self.plan, self.contents, self.warnings) = (number, plan, contents, warnings)
    }

    /// Returns a number that is the same for a scenario on every machine.
    package static func hash(of path: String, _ titles: [String]) -> UInt64 {
      Fingerprint(of: ([path] + titles).joined(separator: "\0")).mixed
    }
  }
}

extension RunReport.Scope? {
  /// Returns a path as shown to users relative to the folder of stories.
  package func relative(_ path: String) -> String {
    guard let folder = self?.folder, folder != "." else { return path }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
