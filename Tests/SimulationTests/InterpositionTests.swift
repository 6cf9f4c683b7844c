import Foundation
import Glibc
import Simulation
import Testing

@Suite("libc inside a simulation")
struct InterpositionTests {
  private func inside<R: Sendable>(
    _ work: @escaping @MainActor @Sendable () -> R
  ) throws -> (result: R, violations: [SandboxViolation], elapsed: Duration) {
    try Simulation.run { simulation in
      (try simulation.perform { work() }, simulation.violations, simulation.elapsed)
    }
  }

  @Test func `gettimeofday returns no time zone in a simulation`() throws {
    let zone = try inside {
      var (time, zone) = (timeval(), timezone(tz_minuteswest: 7, tz_dsttime: 7))
      gettimeofday(&time, &zone)
      return [Int(zone.tz_minuteswest), Int(zone.tz_dsttime), time.tv_sec]
    }
    #expect(zone.result == [0, 0, 978_307_200])
  }

  @Test(arguments: [
    timespec(tv_sec: -1, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: -1),
    timespec(tv_sec: 0, tv_nsec: 1_000_000_000),
  ])
  func `libc sleeps reject an invalid time span in a simulation`(span: timespec) throws {
    let (result, violations, elapsed) = try inside {
      var span = span
      errno = 0
      return [
        nanosleep(&span, nil), errno, clock_nanosleep(CLOCK_MONOTONIC, 0, &span, nil),
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &span, nil),
      ]
    }
    #expect(result == [-1, EINVAL, EINVAL, EINVAL])
    #expect(violations == [] && elapsed == .zero)
  }

  @Test func `a file that is not open can't be synchronized in a simulation`() throws {
    let result = try inside { () -> [Int32] in
      var ends: [Int32] = [-1, -1]
      let file = open(NSTemporaryDirectory() + "file", O_CREAT | O_RDWR, 0o600)
      var results = [pipe(&ends), fsync(file), fdatasync(file), close(file)]
      for descriptor in [ends[0], file] { results += [fsync(descriptor), errno] }
      for descriptor in [ends[0], file] { results += [fdatasync(descriptor), errno] }
      return results + ends.map { close($0) }
    }
    #expect(result.result == [0, 0, 0, 0, -1, EINVAL, -1, EBADF, -1, EINVAL, -1, EBADF, 0, 0])
    #expect(result.violations == [])
  }

  @Test(arguments: [0, 3_600, 86_400])
  func `a libc sleep until a past moment returns at once`(seconds: Int) throws {
    let (result, violations, elapsed) = try inside {
      var moment = timespec(tv_sec: seconds, tv_nsec: 0)
      return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
    }
    #expect(result == 0)
    #expect(violations == [])
    #expect(elapsed == .zero)
  }

  @Test(arguments: [0, 1])
  func `the rest that rounding leaves of a libc sleep passes, and is no violation`(
    nanoseconds: Int
  ) throws {
    let (result, violations, elapsed) = try inside {
      var rest = timespec(tv_sec: 0, tv_nsec: nanoseconds)
      return nanosleep(&rest, nil)
    }
    #expect(result == 0)
    #expect(violations == [])
    #expect(elapsed == .nanoseconds(1))
  }

  @Test func `a libc sleep until a calendar moment does not read the calendar`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        var moment = timespec(tv_sec: 978_307_260, tv_nsec: 500_000_000)
        _ = clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, nil)
      }
      #expect(simulation.violations == [.threadSleep(.milliseconds(60_500))])
      #expect(simulation.elapsed == .milliseconds(60_500))
      let reads = simulation.trace.entries.filter { entry in
        if case .readCalendarClock = entry.event { true } else { false }
      }
      #expect(reads == [])
    }
  }

  @Test func `a libc sleep beyond the maximum time does not overflow`() throws {
    let (result, violations, _) = try inside {
      var span = timespec(tv_sec: .max, tv_nsec: 999_999_999)
      let result = nanosleep(&span, nil)
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let later = now.tv_sec
      clock_gettime(CLOCK_REALTIME, &now)
      return [Int(result), later, now.tv_sec]
    }
    #expect(violations == [.threadSleep(.nanoseconds(Int64.max))])
    #expect(result == [0, 9_223_372_036, 9_223_372_036])
  }

  @Test func `libc clocks in a simulation can show a time before 1970`() throws {
    try Simulation.run(startingAt: Date(timeIntervalSince1970: -0.001)) { simulation in
      let time = try simulation.perform {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return [now.tv_sec, now.tv_nsec]
      }
      #expect(time == [-1, 999_000_000])
    }
  }

  @Test(arguments: [CLOCK_REALTIME_ALARM, CLOCK_TAI, CLOCK_REALTIME_COARSE])
  func `all libc calendar clocks show story time`(clock: Int32) throws {
    let time = try inside {
      var now = timespec()
      clock_gettime(clock, &now)
      return now.tv_sec
    }
    #expect(time.result == 978_307_200)
  }
}
