import ScenarioLanguage

/// Finds the key that was probably meant by one that isn't there.
enum NearKey {
  /// The nearest of the keys that there are, with one slip or two; `nil` where none is so near.
  ///
  /// Keys that only count otherwise (`line1`, `line2`) are different keys, and no slips.
  static func find(_ key: String, among others: some Sequence<String>) -> String? {
    let typed = key.lowercased()
    var nearest: (distance: Int, key: String)?
    for other in others where other != key {
      let meant = other.lowercased()
      let slips = min(2, min(typed.count, meant.count) / 3)
      guard let distance = NearestText.distance(from: typed, to: meant, atMost: slips),
        !differsInDigitsOnly(typed, meant)
      else { continue }
      if nearest.map({ (distance, other) < $0 }) ?? true { nearest = (distance, other) }
    }
    return nearest?.key
  }

  private static func differsInDigitsOnly(_ left: String, _ right: String) -> Bool {
    left != right && left.filter { !$0.isNumber } == right.filter { !$0.isNumber }
  }
}
