import ScenarioLanguage

/// Turns amendments of a file into edits of its text.
struct AmendmentEditor {
  let outline: StoryOutline

  /// An amendment, and where what it changes is written.
  struct Placed {
    var amendment: Amendment
    /// Where the file has the target, with its quotes.
    var range: SourceRange
    var edits: [TextEdit]
  }

  private static let composed = Unacceptable("it is put together from other parts of the story")

  /// The edits for an amendment.
  func place(_ amendment: Amendment) throws(Unacceptable) -> Placed {
    let site = try site(of: amendment)
    guard !outline.isRepeated(site.node.range) else {
      throw Unacceptable("an alias (*) repeats it, so more than this would change")
    }
    var placed = Placed(
      amendment: amendment, range: site.node.range, edits: try edits(for: amendment, at: site))
    let lineBreak = outline.source.lineBreak
    if lineBreak != "\n" {
      for index in placed.edits.indices {
        placed.edits[index].text.replace("\n", with: lineBreak)
      }
    }
    let isIdle = placed.edits.allSatisfy { outline.source.text($0.range) == $0.text }
    guard !isIdle else { throw Unacceptable("what there is would be written in the same way") }
    return placed
  }

  private func edits(
    for amendment: Amendment, at site: StoryOutline.Site
  ) throws(Unacceptable) -> [TextEdit] {
    let (source, target) = (outline.source, amendment.target)
    let editor = ValueEditor(source: source, site: site)
    switch amendment.change {
    case .value(let value):
      guard site.node.says(theSameAs: target), target.tag == site.node.tag || target.ownTag == nil
      else { throw Self.composed }
      return try editor.edits(to: value, keepsTag: false)
    case .content(let value):
      guard site.node.says(theSameAs: target) else { throw Self.composed }
      return try editor.edits(to: value, keepsTag: site.node.ownTag != nil)
    case .elements(let elements):
      guard case .sequence(let old) = target.content,
        case .sequence(let written) = site.node.content, old.count == written.count,
        elements.removed.allSatisfy({ old[$0].says(theSameAs: written[$0]) })
      else { throw Self.composed }
      return try ItemsEditor(source, site).edits(elements)
    case .keys(let pairs):
      guard case .mapping(let old) = target.content, case .mapping(let written) = site.node.content,
        old.count == written.count
      else { throw Self.composed }
      return try ItemsEditor(source, site).edits(adding: pairs)
    case .marbles(let marbles):
      return [try edit(to: marbles, from: target, at: site)]
    case .impossible(let reason):
      throw Unacceptable(reason)
    }
  }

  /// Where the file has what an amendment changes.
  private func site(of amendment: Amendment) throws(Unacceptable) -> StoryOutline.Site {
    let range = amendment.target.range
    if let site = outline[range] { return site }
    guard case .marbles = amendment.change,
      let site = outline[SourceRange(start: range.start.moved(by: -1), end: range.end.moved(by: 1))]
    else { throw Self.composed }
    return site
  }

  // MARK: - Timelines

  /// Draws a row anew; blanks between its columns stay where they are.
  private func edit(
    to marbles: String, from target: Node, at site: StoryOutline.Site
  ) throws(Unacceptable) -> TextEdit {
    let source = outline.source
    let written = source.text(target.range.offsets)
    guard let old = target.text, written.filter({ !$0.isWhitespace }) == old,
      !written.contains(where: \.isNewline)
    else { throw Self.composed }
    var rest = marbles[...]
    var drawn = ""
    for character in written {
      if character.isWhitespace { drawn.append(character) } else { drawn += rest.popFirst() ?? "-" }
    }
    drawn += rest
    let isQuoted = site.node.range != target.range
    let isPlain = isQuoted || Notation.isPlain(drawn, in: site.isInFlow ? .flow : .block)
    return TextEdit(target.range.offsets, isPlain ? drawn : Notation.quoted(drawn))
  }
}

extension Position {
  fileprivate func moved(by count: Int) -> Position {
    Position(line: line, column: column + count, offset: offset + count)
  }
}

private func += (left: inout String, right: Character) { left.append(right) }
