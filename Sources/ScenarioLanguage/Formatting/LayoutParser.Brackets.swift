extension LayoutParser {
  /// Reads a list or a mapping in brackets; the comment behind its first bracket opens the node.
  mutating func bracketed(_ node: inout LayoutNode) throws(Failure) -> LayoutCollection {
    var collection = LayoutCollection(isMapping: kind == .mappingBracket, form: .brackets)
    try advance(over: collection.isMapping ? .mappingBracket : .listBracket)
    if node.hasNothingInFront {
      node.opening = takeBehind()
    }
    while kind != .closingBracket {
      var member = try bracketedMember(isEntry: collection.isMapping)
      if kind == .comma {
        try advance(over: .comma)
        if let comment = takeBehind() {
          if member.value.trailing == nil, member.value.opening == nil {
            member.value.trailing = comment
          } else {
            putBack(comment)
          }
        }
      } else if kind != .closingBracket {
        throw Failure()
      }
      collection.members.append(member)
    }
    if collection.members.isEmpty {
      // There is no line in it to put them on.
      node.above += takeLines()
    } else {
      collection.below = takeLines()
    }
    try advance(over: .closingBracket)
    return collection
  }

  private mutating func bracketedMember(
    isEntry: Bool
  ) throws(Failure) -> LayoutCollection.Member {
    if isEntry { return try entry(inColumn: nil) }
    var member = LayoutCollection.Member(above: takeLines())
    if kind == .key {
      let pair = try entry(inColumn: nil)
      member.value.content = .collection(
        LayoutCollection(isMapping: true, form: .pair, members: [pair]))
    } else {
      member.value = try value(inColumn: nil, mayBeItems: false)
      guard !member.value.isNothing else { throw Failure() }
    }
    return member
  }
}

extension LayoutNode {
  /// Whether neither a value nor a tag is written.
  fileprivate var isNothing: Bool {
    if case .empty = content { properties.isEmpty } else { false }
  }
}
