import Foundation

/// The readable form of Swift's mangled names.
package enum Demangled {
  /// Returns the module whose code has the function of a mangled name; `nil` for names of other
  /// languages.
  ///
  /// A mangled name begins with the module of the type. For a function in an extension, the module
  /// of the extension differs from it, and only the readable form says so before the arguments.
  package static func module(of name: String) -> String? {
    guard name.hasPrefix("$s") else { return nil }
    if let found = text(of: name).prefixMatch(of: /[^(]*\(extension in (\w+)\):/) {
      return String(found.1)
    }
    let rest = name.dropFirst(2)
    let digits = rest.prefix(while: \.isNumber)
    guard let count = Int(digits), count > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(count))
  }

  /// Returns a mangled name in the notation of Swift.
  package static func text(of name: String) -> String {
    guard let text = demangle(name, name.utf8.count, nil, nil, 0) else { return name }
    defer { free(text) }
    // The compiler's names for the parts of an asynchronous function do not help a reader.
    return String(cString: text)
      .replacing(/\([0-9]+\)\ (?:suspend|await) resume partial function for\ /, with: "")
      .replacing("partial apply forwarder for ", with: "")
      .replacing(/\ in _[0-9A-F]{32}/, with: "")
  }
}

/// Demangles a name, and returns memory that the caller frees.
///
/// The runtime exports this function for debuggers.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
