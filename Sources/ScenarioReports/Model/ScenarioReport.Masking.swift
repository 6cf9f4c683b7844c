import ScenarioKit

extension ScenarioReport {
  /// Replaces passwords, tokens and other secrets by `•••` wherever they occur in the report.
  ///
  /// A value is a secret if its key, header or query item has the name of one, such as `password`,
  /// `accessToken` or `Authorization`. Titles and paths stay as they are, because they identify the
  /// scenario.
  ///
  /// - Parameter mask: The secrets in the author's text, if they are known already.
  package mutating func maskSecrets(of mask: SecretMask? = nil) {
    for index in failures.indices { failures[index].removeUpdates() }
    for index in notes.indices { notes[index].update = nil }
    var mask = mask ?? SecretMask(findingSecretsIn: text.description)
    var copy = self
    copy.replaceTexts { text in
      mask.findSecrets(in: text)
      return text
    }
    for shown in steps.flatMap({ $0.shown + ($0.compared ?? []) }) + events.compactMap(\.shown) {
      mask.findSecrets(in: shown.value.value)
    }
    for difference in failures.flatMap(\.differences) {
      guard case .key(let key) = difference.path.components.last, SecretMask.isSecret(key) else {
        difference.actual.map { mask.findSecrets(in: $0.value) }
        continue
      }
      mask.add(difference.expected, of: key, isPlain: true)
      difference.actual.map { mask.findSecrets(in: $0.value, of: key) }
    }
    guard !mask.secrets.isEmpty else { return }
    if steps.contains(where: { $0.sentences != nil }) { secrets = mask.secrets.keys.sorted() }
    replaceTexts { mask.masked($0) }
    let masked = mask.masked(text.description)
    if masked != text.description { text = StoryText(masked) }
    steps = steps.changed { step in
      step.shown = step.shown.changed { $0.value.value.replaceTexts(mask.masked) }
      step.compared = step.compared?.changed { $0.value.value.replaceTexts(mask.masked) }
    }
    events = events.changed { $0.shown?.value.value.replaceTexts(mask.masked) }
  }

  private mutating func replaceTexts(_ change: (String) -> String) {
    (trace, reason, output) = (change(trace), reason.map(change), output.map(change))
    for index in steps.indices { steps[index].text = change(steps[index].text) }
    events = events.changed { event in
      event.text = change(event.text)
      if case .request(let method, let url, let stub) = event.traffic {
        event.traffic = .request(method: method, url: change(url), stub: stub.map(change))
      }
    }
    for index in failures.indices { failures[index].replaceTexts(change) }
    notes = notes.changed { note in
      let messages = note.messages?.map { $0.changingTexts(change) }
      note.message = change(note.message)
      (note.messages, note.location.lineText) = (messages, change(note.location.lineText))
    }
    violations = violations?.changed { $0.object = $0.object.map(change) }
  }
}

extension Failure {
  fileprivate mutating func replaceTexts(_ change: (String) -> String) {
    location.lineText = change(location.lineText)
    messages = messages.map { $0.changingTexts(change) }
    (observed, proposal) = (observed.map(change), proposal.map(change))
    crash = crash?.map { $0.changingTexts(change) }
    for index in differences.indices {
      differences[index].expected = differences[index].expected.map(change)
      differences[index].explanation = differences[index].explanation?.changingTexts(change)
      differences[index].actual?.value.replaceTexts(change)
    }
  }
}

extension Value {
  /// Replaces each text, and each number whose digits a change replaces.
  mutating func replaceTexts(_ change: (String) -> String) {
    switch self {
    case .text(let text): self = .text(change(text))
    case .integer, .number:
      let text = description
      let changed = change(text)
      if changed != text { self = .text(changed) }
    case .list(let values): self = .list(values.changed { $0.replaceTexts(change) })
    case .mapping(let pairs): self = .mapping(pairs.changed { $0.value.replaceTexts(change) })
    case .absent, .bool: break
    }
  }
}
