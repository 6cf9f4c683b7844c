/// A short text that is the same for equal texts, on every machine and in every version: FNV-1a
/// with 64 bits, in sixteen hexadecimal digits.
///
/// It tells changes from no changes; it is no protection against somebody who wants two texts to
/// look the same.
public enum Fingerprint {
  /// The fingerprint of a text.
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
