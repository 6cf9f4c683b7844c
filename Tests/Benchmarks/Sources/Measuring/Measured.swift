import Foundation

/// The cost of a piece of work, as a line of JSON.
public struct Measured: Encodable {
  /// How many things were worked on.
  public let count: Int
  /// Real time in seconds.
  public let wall: Double
  /// The process's time on processors, in seconds.
  public let cpu: Double

  /// Does the work.
  public init(_ work: () throws -> Int) rethrows {
    let (wallBefore, cpuBefore) = (ContinuousClock.now, Self.cpuTime)
    count = try work()
    cpu = Self.cpuTime - cpuBefore
    wall = (ContinuousClock.now - wallBefore) / .seconds(1)
  }

  /// Does the work that waits.
  public init(_ work: () async throws -> Int) async rethrows {
    let (wallBefore, cpuBefore) = (ContinuousClock.now, Self.cpuTime)
    count = try await work()
    cpu = Self.cpuTime - cpuBefore
    wall = (ContinuousClock.now - wallBefore) / .seconds(1)
  }

  private static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// An obstacle to a measurement.
public struct Refusal: Error, CustomStringConvertible {
  /// The obstacle in words.
  public let description: String

  /// Creates it.
  public init(_ description: String) { self.description = description }
}

/// The texts that are read, each in memory.
public struct Texts {
  /// The bytes of each.
  public let all: [[UInt8]]

  /// Takes the stories of a folder in their order, up to so many bytes.
  public init(folder: String, bytes: Int) throws {
    var (texts, total): ([[UInt8]], Int) = ([], 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".yaml") && total < bytes {
      let text = Array(try Data(contentsOf: URL(filePath: folder).appending(path: name)))
      total += text.count
      texts.append(text)
    }
    guard total >= bytes else { throw Refusal("only \(total) bytes in \(folder)") }
    all = texts
  }
}

/// Does a piece of work and prints what it took; ends the process where it can't be done.
public func printMeasured(_ work: () async throws -> Measured) async {
  do {
    print(String(decoding: try JSONEncoder().encode(try await work()), as: UTF8.self))
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
