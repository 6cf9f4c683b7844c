import Foundation

/// The functions of an executable, by address.
///
/// It reads the symbol table of the ELF file. `dladdr` does not, and an executable exports few of
/// its functions.
struct SymbolTable {
  private struct Symbol {
    var address: UInt64
    var size: UInt64
    var name: UInt32
  }

  /// The path of this process's executable, which also works if the file was deleted.
  #if os(Linux)
  static let ownExecutable = "/proc/self/exe"
  #else
  static let ownExecutable = Bundle.main.executablePath ?? CommandLine.arguments[0]
  #endif

  private var symbols: [Symbol] = []
  private var names = Data()

  /// Reads the table; it is empty if the executable was stripped.
  init(path: String) {
    guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped),
      file.count > 64, file.prefix(5) == Data([0x7F, 0x45, 0x4C, 0x46, 2])
    else { return }
    func number<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T {
      guard offset >= 0, offset + MemoryLayout<T>.size <= file.count else { return 0 }
      return file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
    let sections = Int(number(UInt64.self, at: 40))
    let (size, count) = (Int(number(UInt16.self, at: 58)), Int(number(UInt16.self, at: 60)))
    for index in 0..<count {
      let section = sections + index * size
      guard number(UInt32.self, at: section + 4) == 2 else { continue }  // SHT_SYMTAB
      let (start, length) = (
        Int(number(UInt64.self, at: section + 24)), Int(number(UInt64.self, at: section + 32))
      )
      let strings = sections + Int(number(UInt32.self, at: section + 40)) * size
      let first = Int(number(UInt64.self, at: strings + 24))
      names = file[first..<min(file.count, first + Int(number(UInt64.self, at: strings + 32)))]
      for symbol in stride(from: start, to: min(start + length, file.count - 24), by: 24)
      where file[symbol + 4] & 0xF == 2 {  // STT_FUNC
        symbols.append(
          Symbol(
            address: number(UInt64.self, at: symbol + 8),
            size: number(UInt64.self, at: symbol + 16), name: number(UInt32.self, at: symbol)))
      }
    }
    symbols.sort { $0.address < $1.address }
  }

  /// Returns the mangled name of the function at an offset from the start of the executable.
  func name(at address: UInt64) -> String? {
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    guard address - symbol.address < max(1, symbol.size) else { return nil }
    let start = names.startIndex + Int(symbol.name)
    guard start < names.endIndex else { return nil }
    return String(decoding: names[start...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
