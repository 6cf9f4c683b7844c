extension LanguageFile {
  /// The names of each unit of durations, in lower case and in the order of
  /// ``DurationText/units``; those of stories first.
  fileprivate var unitNames: [[String]] {
    let table = table(of: .units)
    return DurationText.units.map { table[$0] ?? [$0] }
  }

  /// The units as stories write them, shortest first.
  var units: [String] { unitNames.map { $0.first ?? "" } }
}

extension DurationText {
  /// The common names of the units in all languages, in lower case, mapped to the unit in English.
  static let otherNames: [String: String] = Dictionary(
    LanguageFile.all.flatMap { file in
      zip(units, file.unitNames).flatMap { unit, others in others.map { ($0, unit) } }
    }
  ) { first, _ in first }

  /// The names that stories may use, in all languages, mapped to the unit in English.
  ///
  /// A single letter that is no unit in any language, such as `m`, and an abbreviation with a full
  /// stop have a hint instead. German capitalises nouns.
  static let ownNames = {
    var own: [String: String] = [:]
    let short = Set(LanguageFile.all.flatMap(\.units))
    for file in LanguageFile.all {
      for (unit, others) in zip(units, file.unitNames) {
        for name in others {
          let isShort = name.count == 1 || name.hasSuffix(".")
          if !isShort || short.contains(name), own[name] == nil { own[name] = unit }
          guard file.code == "de", name.count > 2, !isShort else { continue }
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
    return LanguageFile.all.map(\.units).first { own in
      own.joined().unicodeScalars.contains {
        !$0.isASCII && $0.value >> 8 == letter.value >> 8
      }
    } ?? units
  }
}
