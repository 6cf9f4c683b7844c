/// The scenarios of one story.
struct StoryOfRun {
  var path: String
  var title: String
  /// The indices of the scenarios in their run.
  var indices: [Int] = []

  /// Returns the stories of a run by file, in the order of their first scenarios.
  static func files(of run: RunReport) -> [[StoryOfRun]] {
    var files: [[StoryOfRun]] = []
    var indices: [String: Int] = [:]
    for story in stories(of: run) {
      if let index = indices[story.path] {
        files[index].append(story)
      } else {
        indices[story.path] = files.count
        files.append([story])
      }
    }
    return files
  }

  /// Returns the stories of a run, in the order of their first scenarios.
  static func stories(of run: RunReport) -> [StoryOfRun] {
    var stories: [StoryOfRun] = []
    var indices: [[String]: Int] = [:]
    for (position, scenario) in run.scenarios.enumerated() {
      let title = scenario.titles.first ?? ""
      let index = indices[[scenario.path, title]] ?? stories.count
      if index == stories.count {
        indices[[scenario.path, title]] = index
        stories.append(StoryOfRun(path: scenario.path, title: title))
      }
      stories[index].indices.append(position)
    }
    return stories
  }
}
