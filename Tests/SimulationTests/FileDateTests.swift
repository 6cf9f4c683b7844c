import Foundation
import Simulation
import TestSupport
import Testing

@Suite("Dates of files")
struct FileDateTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  @Test func `a file that code writes carries story time`() throws {
    let file = folder.appending(path: "cache.json")
    let dates = try Simulation.perform { () async throws -> [Dates] in
      try Data("1".utf8).write(to: file)
      try await Task.sleep(for: .seconds(10))
      var dates = [try Dates(of: file)]
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data("22".utf8))
      try handle.close()
      dates.append(try Dates(of: file))
      try await Task.sleep(for: .seconds(10))
      try Data("3".utf8).write(to: file, options: .atomic)
      try await Task.sleep(for: .seconds(10))
      return dates + [try Dates(of: file)]
    }
    #expect(dates == [0, 10, 20].map { Dates(modified: $0, created: $0) })
  }

  @Test func `a cache that looks at the age of its files expires`() throws {
    let ages = try Simulation.perform { () async throws -> [TimeInterval] in
      let file = folder.appending(path: "image.png")
      try Data("1".utf8).write(to: file)
      var ages: [TimeInterval] = []
      for _ in 0..<3 {
        try await Task.sleep(for: .seconds(20))
        let date = try file.resourceValues(forKeys: [.contentModificationDateKey])
        ages.append(-(date.contentModificationDate?.timeIntervalSinceNow ?? 0))
      }
      return ages
    }
    #expect(ages == [20, 40, 60])
  }

  @Test func `a file from before the simulation keeps its dates until code writes it`() throws {
    let file = folder.appending(path: "old.txt")
    try Data("1".utf8).write(to: file)
    let before = try Dates(of: file)
    let dates = try Simulation.perform { () async throws -> [Dates] in
      try await Task.sleep(for: .seconds(5))
      _ = try Data(contentsOf: file)
      var dates = [try Dates(of: file)]
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.close()
      try await Task.sleep(for: .seconds(5))
      dates.append(try Dates(of: file))
      return dates
    }
    #expect(dates == [before, Dates(modified: 5, created: 5)])
  }

  @Test func `a stream dates its file when it writes, not when code asks`() throws {
    let file = folder.appending(path: "app.log")
    let dates = try Simulation.perform { () async throws -> [Dates] in
      let path = file.path(percentEncoded: false)
      var dates: [Dates] = []
      func wait() async throws {
        try await Task.sleep(for: .seconds(5))
        dates.append(try Dates(of: file))
      }
      let stream = try #require(fopen(path, "w"))
      try await wait()
      fputs("flushed", stream)
      fflush(stream)
      try await wait()
      fputs("closed", stream)
      try await wait()
      fclose(stream)
      try await wait()

      let lines = try #require(fopen(path, "a"))
      setvbuf(lines, nil, _IOLBF, 0)
      fputs("a line", lines)
      try await wait()
      fputs(" ends\n", lines)
      try await wait()
      fwrite([UInt8](repeating: 65, count: 100_000), 1, 100_000, lines)
      try await wait()
      withVaList([1]) { _ = vfprintf(lines, "%d\n", $0) }
      try await wait()
      fputc(10, lines)
      try await wait()
      fclose(lines)
      return dates
    }
    #expect(dates.map(\.modified) == [0, 5, 5, 15, 15, 25, 30, 35, 40])
  }

  @Test func `a copy is dated when it is made, and opening a file changes no date`() throws {
    let (file, copy) = (folder.appending(path: "a"), folder.appending(path: "b"))
    let dates = try Simulation.perform { () async throws -> [Dates] in
      try Data(repeating: 1, count: 100_000).write(to: file)
      try Data().write(to: folder.appending(path: "empty"))
      try await Task.sleep(for: .seconds(10))
      try FileManager.default.copyItem(at: file, to: copy)
      try FileHandle(forWritingTo: folder.appending(path: "empty")).close()
      try await Task.sleep(for: .seconds(10))
      return try [Dates(of: folder.appending(path: "empty")), Dates(of: copy)]
    }
    #expect(dates.map(\.created) == [0, 10])
    #expect(dates.first?.modified == 0)
  }

  @Test func `a date that code sets stays`() throws {
    let dates = try Simulation.perform { () async throws -> [Dates] in
      var dates: [Dates] = []
      for seconds in [-1e6, 100, 2e9] {
        let file = folder.appending(path: "\(seconds)")
        try Data("1".utf8).write(to: file)
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        try FileManager.default.setAttributes(
          [.modificationDate: date], ofItemAtPath: file.path(percentEncoded: false))
        try await Task.sleep(for: .seconds(1))
        dates.append(try Dates(of: file))
      }
      return dates
    }
    #expect(dates.map(\.modified) == [-1e6, 100, 2e9])
  }

  @Test func `a new folder carries story time`() throws {
    let dates = try Simulation.perform(startingAt: Date(timeIntervalSince1970: -1.5)) {
      let inner = folder.appending(path: "inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      return try Dates(of: inner)
    }
    #expect(dates.modified == Date(timeIntervalSince1970: -1.5).timeIntervalSinceReferenceDate)
  }
}

/// The dates of a file, in seconds since 2001, when a simulation begins.
private struct Dates: Equatable {
  var modified, created: TimeInterval?

  init(modified: TimeInterval, created: TimeInterval) {
    (self.modified, self.created) = (modified, created)
  }

  init(of file: URL) throws {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: file.path(percentEncoded: false))
    modified = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
    created = (attributes[.creationDate] as? Date)?.timeIntervalSinceReferenceDate
  }
}
