import ScenarioLanguage

/// Finds which of the paths that there are someone probably meant to type.
struct KnownPaths {
  /// The cost of folders between the first name and the last that were not typed.
  private static let leftOutFolders = 10

  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// Paths of files, and those of all folders above them.
  static func withFolders(_ files: [String]) -> [String] {
    var all = Set(files)
    for file in files {
      var parts = file.split(separator: "/").dropLast()
      while !parts.isEmpty, all.insert(parts.joined(separator: "/")).inserted { parts.removeLast() }
    }
    return Array(all)
  }

  /// The nearest paths, three at most, those without what lies in the others.
  ///
  /// Folders at the front and the ending may be left out: `facts` finds `Scenarios/facts`, or
  /// `Scenarios/facts.yaml`. In each name one slip for every three characters is forgiven, and one
  /// at least.
  func suggestions(for typed: String) -> [String] {
    let typed = Self.names(in: typed)
    guard !typed.isEmpty else { return [] }
    let found = paths.compactMap { path in
      Self.distance(from: typed, to: Self.names(in: path)).map { (path: path, distance: $0) }
    }
    guard let nearest = found.map(\.distance).min() else { return [] }
    var chosen: [String] = []
    for path in found.filter({ $0.distance == nearest }).map(\.path).sorted()
    where !chosen.contains(where: { path.hasPrefix($0 + "/") }) { chosen.append(path) }
    return Array(chosen.prefix(3))
  }

  /// The names in a path, in lower case; the last one without the ending of stories.
  private static func names(in path: String) -> [String] {
    var names = path.lowercased().split(separator: "/").map(String.init).filter { $0 != "." }
    if let last = names.popLast() {
      names.append(last.trimmingSuffix(".yaml").trimmingSuffix(".yml"))
    }
    return names
  }

  private static func distance(from typed: [String], to known: [String]) -> Int? {
    var sum = 0
    for (mine, other) in zip(typed.reversed(), known.reversed()) {
      let limit = max(1, min(mine.count, other.count) / 3)
      guard let distance = NearestText.distance(from: mine, to: other, atMost: limit) else {
        return typed.last == known.last ? leftOutFolders : nil
      }
      sum += distance
    }
    return typed.count <= known.count ? sum : typed.last == known.last ? leftOutFolders : nil
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
