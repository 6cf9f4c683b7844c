extension DurationText {
  /// The names of the units in a language, in the order of ``units``; those of stories first.
  struct Names: Sendable {
    /// The code of the language.
    let language: String

    /// The names of each unit, in lower case.
    let names: [[String]]

    /// The units as stories write them.
    var units: [String] { names.map { $0.first ?? "" } }

    init(_ file: LanguageFile) {
      let table = file.table(of: .units)
      language = file.code
      names = DurationText.units.map { table[$0] ?? [$0] }
    }
  }

  /// The names in all languages, English first.
  static let names = LanguageFile.all.map(Names.init)

  /// The common names of the units in all languages, in lower case, mapped to the unit in English.
  static let otherNames: [String: String] = Dictionary(
    names.flatMap { names in
      zip(units, names.names).flatMap { unit, others in others.map { ($0, unit) } }
    }
  ) { first, _ in first }

  /// The names that stories may use, in all languages, mapped to the unit in English.
  ///
  /// A single letter that is no unit in any language, such as `m`, and an abbreviation with a full
  /// stop have a hint instead. German capitalises nouns.
  static let ownNames = {
    var own: [String: String] = [:]
    let short = Set(names.flatMap(\.units))
    for language in names {
      for (unit, others) in zip(units, language.names) {
        for name in others {
          let isShort = name.count == 1 || name.hasSuffix(".")
          if !isShort || short.contains(name), own[name] == nil { own[name] = unit }
          guard language.language == "de", name.count > 2, !isShort else { continue }
          own[name.prefix(1).uppercased() + name.dropFirst()] = unit
        }
      }
    }
    return own
  }()

  /// Returns the units for a hint about a name that is not a unit: those of the language with the
  /// alphabet of the name, even if the story's language is unknown.
  static func units(like name: Substring) -> [String] {
    guard let letter = name.unicodeScalars.first(where: { !$0.isASCII }) else { return units }
    let own = names.first { names in
      names.units.contains { unit in
        unit.unicodeScalars.contains { !$0.isASCII && $0.value >> 8 == letter.value >> 8 }
      }
    }
    return own?.units ?? units
  }
}
