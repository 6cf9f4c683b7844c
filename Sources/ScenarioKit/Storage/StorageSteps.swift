extension Steps {
  /// The step definitions for what the app stores: its settings in `UserDefaults.standard`, and
  /// files in the scenario's home folder and temporary folder.
  ///
  /// A module needs no code for them:
  ///
  ///     static var steps: Steps {
  ///       Steps.storage
  ///       When("the reader opens the screen") { module in module.open() }
  ///     }
  ///
  /// Data that a story gives before its first act is stored before the module is created.
  public static var storage: Steps {
    Steps(builtIn: storageDefinitions) {
      [
        try ParameterType(
          name: "path", regexps: [#""([^"]*)""#], sample: "\"~/Documents/notes.txt\"",
          meaning: "a file or folder in the home folder ~ or the temporary folder tmp",
          useForSnippets: false
        ) { try StoredPath($0[0] ?? "") }
      ]
    }
  }

  private static var storageDefinitions: [StepDefinition] {
    let context: StepDefinition.Subject<ScenarioContext> = { _, context in context }
    return [
      .action(
        .all("the app has saved the settings"), .preparation, data: StoredSettings.self, of: context
      ) { (context, settings: StoredSettings) in try context.store(settings) },
      .action(
        .all("the app has saved the file {path}"), .preparation, data: StoredFile.self, of: context
      ) { (context, file: StoredFile, _: StoredPath) in try context.store(file) },
      .observation(.all("the saved settings are"), of: context) { _ in try StoredSettings.current },
      .observation(
        .all("the saved file {path} is"), of: context,
        expecting: { (_, expected, path: StoredPath) in
          try StoredFile.shown(at: path, for: expected ?? [])
        }),
      .observation(.all("the saved files in {path} are"), of: context) { (_, path: StoredPath) in
        try path.files
      },
    ]
  }
}
