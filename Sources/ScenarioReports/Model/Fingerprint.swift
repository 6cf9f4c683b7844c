import DisplayText

/// A short text that is the same for equal contents, on every machine and in every version.
///
/// It is the 64-bit FNV-1a hash in sixteen hexadecimal digits. It detects changes, but does not
/// protect against deliberate collisions.
package struct Fingerprint: Sendable, Hashable {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the fingerprint of nothing.
  init() {}

  /// Creates the fingerprint of a text.
  init(of text: String) { add(text.utf8) }

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = hash
    for byte in bytes {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01b3
    }
    self.hash = hash
  }

  /// The hash with all of its bits mixed, so that any of them can choose.
  var mixed: UInt64 {
    var mixed = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// The digits.
  var text: String { String(hash, radix: 16).withZeros(to: 16) }

  /// Returns the fingerprint of a text.
  package static func of(_ text: String) -> String { Fingerprint(of: text).text }
}
