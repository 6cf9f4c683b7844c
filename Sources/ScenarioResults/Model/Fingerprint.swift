/// A short text that is the same for equal texts, on every machine and in every version.
///
/// It is the 64-bit FNV-1a hash in sixteen hexadecimal digits. It detects changes, but does not
/// protect against deliberate collisions.
public enum Fingerprint {
  /// Returns the fingerprint of a text.
  public static func of(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
