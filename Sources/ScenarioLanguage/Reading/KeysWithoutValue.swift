extension StoryPartReader {
  /// Reports each key without a value in some data; only that of a check has tags.
  func refuseKeysWithoutValue(in data: Node, _ purpose: Step.Purpose) {
    guard data.hasUnwrittenPart else { return }
    for entries in data.withParts.compactMap(\.entries) {
      // A value from an example, a phrase or an anchor is reported where it is written.
      for (entry, field) in zip(entries, fields(of: entries))
      where field.value.isUnwritten && field.hasOwnValue {
        reportNoValue(of: entry.key, purpose)
      }
    }
  }

  private func reportNoValue(of key: Node, _ purpose: Step.Purpose) {
    guard context.log.keysWithoutValue.insert(key.range).inserted else { return }
    let name = key.text?.trimmed ?? ""
    let hints: [Message]
    if let correction = key.correction {
      hints = [didYouMean(correction)]
    } else if isAloneInBraces(key) {
      hints = [
        "For the text {\(name)}, write: \"{\(name)}\"", "For a mapping, write: { \(name): … }",
      ]
    } else {
      let written = key.style == .plain ? name : "\"\(name)\""
      hints = [
        "Write its value: \("\(written): …")",
        purpose == .check
          ? "To check that there is no such key, write: \("\(written): !absent")"
          : "If it has none, write: \("\(written): null")",
      ]
    }
    report("the key \"\(name)\" has no value", at: key.range, rule: .keyWithoutValue, hints: hints)
  }

  /// Returns whether a key is written as `{id}`, which is likely meant as a text.
  private func isAloneInBraces(_ key: Node) -> Bool {
    let (start, end) = (key.range.start.offset, key.range.end.offset)
    return start > 0 && end < source.bytes.count && source.bytes[start - 1] == .ascii("{")
      && source.bytes[end] == .ascii("}")
  }
}

extension Node {
  /// Whether the node or a part of it is missing in the file.
  fileprivate var hasUnwrittenPart: Bool {
    rows.contains { index in
      table.rows[index].kind == .scalar(.plain) && table.text(ofRow: index)?.isEmpty == true
        && table.tag(ofRow: index) == nil
    }
  }

  /// The key and the value that were probably meant by `state:info` or `state=info`; `nil` for any
  /// other key.
  fileprivate var correction: String? {
    guard style == .plain, let text, let sign = text.firstIndex(where: { $0 == ":" || $0 == "=" })
    else { return nil }
    let name = text[..<sign].trimmed
    let value = text[sign...].drop { $0 == ":" || $0 == "=" }.trimmed
    guard name.first?.isLetter == true, !value.isEmpty, !value.hasPrefix("//") else { return nil }
    return "\(name): \(value)"
  }
}
