/// The scenarios of one story.
struct StoryOfRun {
  var path: String
  var title: String
  /// The indices of the scenarios in their run.
  var indices: [Int]

  /// Returns the stories of a run by file, in the order of their first scenarios.
  static func files(of run: RunReport) -> [[StoryOfRun]] {
    Dictionary(grouping: stories(of: run), by: \.path).values
      .sorted { $0[0].indices[0] < $1[0].indices[0] }
  }

  /// Returns the stories of a run, in the order of their first scenarios.
  static func stories(of run: RunReport) -> [StoryOfRun] {
    let stories = Dictionary(grouping: run.scenarios.indices) { index in
      [run.scenarios[index].path, run.scenarios[index].titles.first ?? ""]
    }
    return stories.map { StoryOfRun(path: $0.key[0], title: $0.key[1], indices: $0.value) }
      .sorted { $0.indices[0] < $1.indices[0] }
  }
}
