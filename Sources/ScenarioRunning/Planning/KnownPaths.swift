import DisplayText

/// Finds the existing paths that are nearest to a mistyped one.
struct KnownPaths {
  /// The distance of a path if folders between its first and its last name were not typed.
  private static let leftOutFolders = 10

  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// Returns the paths of files and of all folders above them.
  static func withFolders(_ files: [String]) -> [String] {
    var all = Set(files)
    for file in files {
      var parts = file.split(separator: "/").dropLast()
      while !parts.isEmpty, all.insert(parts.joined(separator: "/")).inserted { parts.removeLast() }
    }
    return Array(all)
  }

  /// Returns the nearest paths, at most three, without those inside another result.
  ///
  /// Leading folders and the file extension may be omitted: `facts` finds `Scenarios/facts`, or
  /// `Scenarios/facts.yaml`. Each name may contain one typo for every three characters, and at
  /// least one.
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

  /// Returns the names in a path in lower case, the last one without a story's file extension.
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
