extension StoryPartReader {
  /// Returns the fields of a mapping, with names translated from the language of the story.
  func fields(of entries: Node.Entries) -> [Field] {
    let end = entries.range.end
    return entries.map { entry in
      let (written, range, valueRange) = (entry.key.text ?? "", entry.key.range, entry.value.range)
      return Field(
        name: language.name(of: written), written: written, range: range, value: entry.value,
        hasOwnValue: range.end <= valueRange.start && valueRange.end <= end)
    }
  }

  /// Returns the fields with valid keys; reports other keys, and treats each as the key that was
  /// probably meant.
  func known(_ fields: [Field], among known: [String], of location: Message) -> [Field] {
    reportSynonyms(in: fields)
    guard !fields.allSatisfy({ known.contains($0.name) }) else { return fields }
    return fields.compactMap { field in
      guard !known.contains(field.name) else { return field }
      if let field = inLowerCase(field, among: known) { return field }
      let near = KeySynonyms.suggestions(
        for: field.written, among: known.flatMap { language.words(for: $0) }
      ).withoutRepeats { language.name(of: $0) }
      if near.isEmpty, let field = translated(field, among: known) { return field }
      let meant = near.first.map { language.name(of: $0) }.flatMap {
        fields.first(named: $0) == nil ? $0 : nil
      }
      if meant == nil, let home = Keys.home(of: field.name) {
        report(
          "\"\(field.written)\" isn't allowed in \(location)", at: field.range,
          rule: .unknownKey, hints: ["It belongs in \(home)."])
      } else {
        let all = known.map { language.word(for: $0) }.joined(separator: ", ")
        report(
          "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
          hints: near.isEmpty ? ["The keys of \(location) are: \(all)"] : didYouMean(anyOf: near))
        if let meant { return field.renamed(meant, written: near.first ?? meant) }
      }
      return nil
    }
  }

  /// Reports keys that mean the same as one before, such as a key in two languages.
  private func reportSynonyms(in fields: [Field]) {
    // In English, each key has one word, which YAML allows once.
    guard language.code != "en" else { return }
    var first: [String: Field] = [:]
    for field in fields {
      guard let other = first[field.name] else {
        first[field.name] = field
        continue
      }
      // The reader of YAML has reported a key that is there twice.
      guard field.written != other.written else { continue }
      report(
        "the key \"\(field.written)\" means the same as \"\(other.written)\" on line "
          + "\(other.range.start.line)",
        at: field.range, rule: .repeatedKey, hints: ["Write each key once."])
    }
  }

  /// Returns a field whose key has capital letters with the key that was meant, and reports the
  /// first such key of a file; `nil` for any other field.
  func inLowerCase(_ field: Field, among known: [String]) -> Field? {
    let key = field.written.lowercased()
    let name = language.name(of: key)
    guard key != field.written, known.contains(name) else { return nil }
    let word = language.words(for: name).first { $0.lowercased() == key } ?? name
    if context.log.isFirst(.capitalKeys) {
      report(
        "keys are written in lower case, but this is \"\(field.written)\"", at: field.range,
        rule: .unknownKey, hints: [didYouMean(word), "Write all other keys in lower case too."])
    }
    return field.renamed(name, written: word)
  }

  /// Returns a field with a key of another language as the story's own key, and reports the first
  /// such key of a file; `nil` for any other field.
  private func translated(_ field: Field, among known: [String]) -> Field? {
    let meanings = StoryLanguage.meanings(of: field.written).filter { known.contains($0.name) }
    guard let name = meanings.first?.name else { return nil }
    if context.log.isFirst(.foreignKeys) {
      report(
        "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
        hints: [didYouMean(language.word(for: name))]
          + meanings.map {
            "Write \"\(word: "language"): \($0.language)\" at the top of the story to use its words."
          })
    }
    return field.renamed(name, written: language.word(for: name))
  }

  /// Reports a key without a value.
  func reportUnwritten(_ field: Field, _ hint: Message? = nil) {
    report(
      "nothing follows \"\(field.written):\"", at: field.range,
      hints: [hint ?? "Write its value after the colon, or delete the key."])
  }

  /// Returns whether a key has a value; otherwise, reports it.
  func isWritten(_ field: Field, _ hint: Message? = nil) -> Bool {
    if field.value.isUnwritten { reportUnwritten(field, hint) }
    return !field.value.isUnwritten
  }
}
