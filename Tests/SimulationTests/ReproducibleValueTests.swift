import Foundation
import Glibc
import Testing

@testable import Simulation

/// A value that differs from run to run, or from machine to machine, in an ordinary program.
struct ReproducibleValue: CustomTestStringConvertible {
  let name: String
  /// Whether the value is different each time that it is read.
  var isRandom = true
  let read: @Sendable () -> String

  var testDescription: String { name }

  static let random: [ReproducibleValue] = [
    ReproducibleValue(name: "`Int.random(in:)`") { "\(Int.random(in: 0 ... .max))" },
    ReproducibleValue(name: "`Double.random(in:)`") { "\(Double.random(in: 0..<1))" },
    ReproducibleValue(name: "`SystemRandomNumberGenerator`") {
      var generator = SystemRandomNumberGenerator()
      return "\(generator.next())"
    },
    ReproducibleValue(name: "`shuffled()`") { "\(Array(0..<100).shuffled())" },
    ReproducibleValue(name: "`randomElement()`") { "\((0..<Int.max).randomElement() as Any)" },
    ReproducibleValue(name: "`UUID()`") { "\(UUID())" },
    ReproducibleValue(name: "`/dev/urandom`") {
      "\(Array(FileHandle(forReadingAtPath: "/dev/urandom")?.readData(ofLength: 8) ?? Data()))"
    },
    ReproducibleValue(name: "`getrandom`") { bytes { getRandom($0, $1, 0) } },
    ReproducibleValue(name: "`getentropy`") { bytes { getentropy($0, $1) } },
    ReproducibleValue(name: "`arc4random`") { "\(arc4random())" },
    ReproducibleValue(name: "`rand`") { "\(rand())" },
    ReproducibleValue(name: "`random`") { "\(Glibc.random())" },
    ReproducibleValue(name: "`drand48`") { "\(drand48())" },
  ]

  static let constant: [ReproducibleValue] = [
    ReproducibleValue(name: "the order of a `Set`", isRandom: false) {
      "\(Set((0..<100).map { "\($0)" }))"
    },
    ReproducibleValue(name: "`hashValue`", isRandom: false) { "\("text".hashValue)" },
    ReproducibleValue(name: "`TimeZone.current`", isRandom: false) { TimeZone.current.identifier },
    ReproducibleValue(name: "`NSTimeZone.default`", isRandom: false) {
      NSTimeZone.default.identifier
    },
    ReproducibleValue(name: "`Locale.current`", isRandom: false) { Locale.current.identifier },
    ReproducibleValue(name: "`Locale.preferredLanguages`", isRandom: false) {
      "\(Locale.preferredLanguages)"
    },
    ReproducibleValue(name: "`Calendar.current`", isRandom: false) {
      "\(Calendar.current.component(.hour, from: Date()))"
    },
    ReproducibleValue(name: "`Date.formatted()`", isRandom: false) { Date().formatted() },
    ReproducibleValue(name: "`DateFormatter`", isRandom: false) {
      let formatter = DateFormatter()
      formatter.dateStyle = .full
      formatter.timeStyle = .short
      return formatter.string(from: Date())
    },
    ReproducibleValue(name: "`NumberFormatter`", isRandom: false) {
      let formatter = NumberFormatter()
      formatter.numberStyle = .decimal
      return formatter.string(from: 1234.5) ?? ""
    },
    ReproducibleValue(name: "`formatted()` of a number", isRandom: false) { 1234.5.formatted() },
  ]

  private static func bytes<R>(_ fill: (UnsafeMutableRawPointer, Int) -> R) -> String {
    var bytes = [UInt8](repeating: 0, count: 8)
    bytes.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { _ = fill(start, bytes.count) }
    }
    return "\(bytes)"
  }
}

@Suite("Values that are the same in each simulation")
struct ReproducibleValueTests {
  private func read(_ value: ReproducibleValue, twice: Bool = false) throws -> [String] {
    try Simulation.run { simulation in
      simulation.timeZone = TimeZone(identifier: "Asia/Tokyo")
      simulation.locale = Locale(identifier: "de_DE")
      let read = value.read
      let values = try simulation.perform { [read(), read()] }
      #expect(simulation.violations == [])
      return values
    }
  }

  @Test(arguments: ReproducibleValue.random + ReproducibleValue.constant)
  func `a value that differs in ordinary programs is the same in each simulation`(
    value: ReproducibleValue
  ) throws {
    let first = try read(value)
    _ = value.read()
    #expect(try read(value) == first)
    #expect((first[0] != first[1]) == value.isRandom)
  }

  /// Seed 0, in debug and in release builds, of which the tests see one.
  @Test func `a random number follows from the seed alone`() throws {
    let number = try Simulation.run { simulation in
      try simulation.perform { UInt64.random(in: 0 ... .max) }
    }
    #expect(number == 16_294_208_416_658_607_535)
  }

  @Test(
    arguments: ReproducibleValue.random.filter {
      !["`rand`", "`random`", "`drand48`"].contains($0.name)
    })
  func `random values differ outside of a simulation`(value: ReproducibleValue) {
    #expect(value.read() != value.read())
  }

  @Test func `the current zone and locale are the simulation's until it ends`() throws {
    // While no other simulation runs.
    func machine() throws -> [String] {
      try Simulation.run { _ in
        [TimeZone.current.identifier, NSTimeZone.default.identifier, Locale.current.identifier]
      }
    }
    let before = try machine()
    let shown = try ReproducibleValue.constant.map { try read($0)[0] }
    #expect(
      shown.dropFirst(2) == [
        "Asia/Tokyo", "Asia/Tokyo", "de_DE", "[\"de-DE\"]", "9", "1.1.2001, 9:00",
        "Montag, 1. Januar 2001 um 09:00", "1.234,5", "1.234,5",
      ])
    #expect(try machine() == before)
  }

  @Test func `the article on story time lists each value`() throws {
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/Simulation/Documentation.docc/WhatRunsInStoryTime.md"),
      encoding: .utf8)
    let names = (ReproducibleValue.random + ReproducibleValue.constant).map(\.name)
    #expect(names.filter { !article.contains("\n- \($0)\n") } == [])
  }
}

/// Swift's overlay does not have this function of libc.
@_silgen_name("getrandom")
private func getRandom(_ bytes: UnsafeMutableRawPointer, _ count: Int, _ flags: UInt32) -> Int
