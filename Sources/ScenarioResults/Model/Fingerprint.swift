/// A short text that is the same for equal contents, on every machine and in every version.
///
/// It is the 64-bit FNV-1a hash in sixteen hexadecimal digits. It detects changes, but does not
/// protect against deliberate collisions.
public struct Fingerprint {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the fingerprint of nothing.
  init() {}

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = hash
    for byte in bytes {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01b3
    }
    self.hash = hash
  }

  /// The digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the fingerprint of a text.
  public static func of(_ text: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(text.utf8)
    return fingerprint.text
  }
}
