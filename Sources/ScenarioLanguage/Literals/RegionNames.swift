import DisplayText
import Foundation

/// The identifiers of locales and time zones that Foundation supports.
enum RegionNames {
  /// Returns the identifier of a locale as Foundation writes it, such as `en_US` for `en-US`; `nil`
  /// if it is unknown.
  static func locale(_ text: String) -> String? {
    let identifier = text.replacing("-", with: "_")
    if locales.contains(identifier) { return identifier }
    // Most people omit the script: Foundation lists zh_CN as zh_Hans_CN.
    let parts = identifier.split(separator: "_")
    guard parts.count == 2 else { return nil }
    return localesWithoutScript.contains("\(parts[0])_\(parts[1])") ? identifier : nil
  }

  /// Returns the locales that a text was probably meant to be, most likely first.
  static func locales(near text: String) -> [String] {
    let identifier = text.replacing("-", with: "_")
    // The standard code of the United Kingdom is "GB", but many people write "UK".
    if identifier.hasSuffix("_UK"), let british = locale(identifier.dropLast(2) + "GB") {
      return [british]
    }
    return NearestText.suggestions(for: identifier, among: locales)
  }

  /// Returns the time zones that a text was probably meant to be, most likely first; the text can
  /// be just a city.
  static func timeZones(near text: String) -> [String] {
    let known = TimeZone.knownTimeZoneIdentifiers + ["UTC"]
    if ["Z", "ZULU"].contains(text.uppercased()) { return ["UTC"] }
    let city = text.replacing(" ", with: "_").lowercased()
    let inCity = known.filter { $0.lowercased().hasSuffix("/\(city)") }
    return inCity.isEmpty ? NearestText.suggestions(for: text, among: known) : inCity.sorted()
  }

  private static let locales = Set(Locale.availableIdentifiers)

  private static let localesWithoutScript = Set(
    locales.compactMap { identifier -> String? in
      let parts = identifier.split(separator: "_")
      return parts.count == 3 ? "\(parts[0])_\(parts[2])" : nil
    })
}
