import DisplayText

/// A search for the key that was probably intended instead of an absent one.
enum NearKey {
  /// Returns the nearest existing key, at most two edits away; `nil` if there is none.
  ///
  /// Keys that differ only in digits (`line1`, `line2`) are different keys, not typos.
  static func find(_ key: String, among others: some Sequence<String>) -> String? {
    let typed = key.lowercased()
    var nearest: (distance: Int, key: String)?
    for other in others where other != key {
      let meant = other.lowercased()
      let edits = min(2, min(typed.count, meant.count) / 3)
      guard let distance = NearestText.distance(from: typed, to: meant, atMost: edits),
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
