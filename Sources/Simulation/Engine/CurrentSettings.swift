#if STORY_TIME && canImport(Glibc)
import CSimulation
import Foundation
import Synchronization

// Foundation's getters for the time zone, the locale and the calendar of the machine.
//
// CSimulation's settings.c has functions with the getters' names, which jump to these. In a
// simulation, these return its settings; otherwise they call the originals. Sound because they have
// the types of the getters; the tests of this target check that on the toolchain in use. They can't
// have the getters' names themselves, because the compiler already knows functions of those names.

extension Simulation {
  fileprivate static var zoneOfCaller: TimeZone? { current?.timeZone }
  fileprivate static var localeOfCaller: Locale? { current?.locale }

  /// A Gregorian calendar with the settings; `nil` if the simulation has none.
  fileprivate static var calendarOfCaller: Calendar? {
    guard let current, current.timeZone != nil || current.locale != nil else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    if let zone = current.timeZone { calendar.timeZone = zone }
    if let locale = current.locale { calendar.locale = locale }
    return calendar
  }
}

private typealias ZoneGetter = @convention(thin) () -> TimeZone
private typealias LocaleGetter = @convention(thin) () -> Locale
private typealias CalendarGetter = @convention(thin) () -> Calendar
private typealias LanguagesGetter = @convention(thin) () -> [String]
private typealias ObjectGetter = @convention(c) () -> UnsafeMutableRawPointer?

/// Returns the function that a function of this file replaces.
private func original<Function>(
  _ symbol: String, in module: String = "$s20FoundationEssentials", as type: Function.Type
) -> Function {
  let next = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT
  let name = module + symbol
  guard let address = dlsym(next, name) else { fatalError("Foundation has no function \(name)") }
  return unsafeBitCast(address, to: type)
}

// MARK: - Values

@_silgen_name("simulation_current_zone")
@usableFromInline func currentZone() -> TimeZone {
  Simulation.zoneOfCaller ?? original("8TimeZoneV7currentACvgZ", as: ZoneGetter.self)()
}

@_silgen_name("simulation_updated_zone")
@usableFromInline func updatedZone() -> TimeZone {
  Simulation.zoneOfCaller ?? original("8TimeZoneV19autoupdatingCurrentACvgZ", as: ZoneGetter.self)()
}

@_silgen_name("simulation_current_locale")
@usableFromInline func currentLocale() -> Locale {
  Simulation.localeOfCaller ?? original("6LocaleV7currentACvgZ", as: LocaleGetter.self)()
}

@_silgen_name("simulation_updated_locale")
@usableFromInline func updatedLocale() -> Locale {
  Simulation.localeOfCaller
    ?? original("6LocaleV19autoupdatingCurrentACvgZ", as: LocaleGetter.self)()
}

@_silgen_name("simulation_languages")
@usableFromInline func currentLanguages() -> [String] {
  Simulation.localeOfCaller.map { [$0.identifier(.bcp47)] }
    ?? original("6LocaleV18preferredLanguagesSaySSGvgZ", as: LanguagesGetter.self)()
}

@_silgen_name("simulation_current_calendar")
@usableFromInline func currentCalendar() -> Calendar {
  Simulation.calendarOfCaller ?? original("8CalendarV7currentACvgZ", as: CalendarGetter.self)()
}

@_silgen_name("simulation_updated_calendar")
@usableFromInline func updatedCalendar() -> Calendar {
  Simulation.calendarOfCaller
    ?? original("8CalendarV19autoupdatingCurrentACvgZ", as: CalendarGetter.self)()
}

// MARK: - Objects, for classes that are built on CoreFoundation

private func copy(_ object: NSObject?, _ getter: String) -> UnsafeMutableRawPointer? {
  guard let object else { return original(getter, in: "", as: ObjectGetter.self)() }
  return Unmanaged.passRetained(object).toOpaque()
}

@_cdecl("simulation_copy_zone")
func copyZone() -> UnsafeMutableRawPointer? {
  copy(Simulation.zoneOfCaller.map { $0 as NSTimeZone }, "CFTimeZoneCopySystem")
}

@_cdecl("simulation_copy_locale")
func copyLocale() -> UnsafeMutableRawPointer? {
  copy(Simulation.localeOfCaller.map { $0 as NSLocale }, "CFLocaleCopyCurrent")
}

// MARK: - Folders, which CoreFoundation finds in the user's record, not in a variable

private func copyFolder(_ name: String, _ getter: String) -> UnsafeMutableRawPointer? {
  let home = getenv("CFFIXED_USER_HOME").map { String(cString: $0) }
  return copy(home.map { NSString(string: "\($0)/\(name)") }, getter)
}

@_cdecl("simulation_copy_data_folder")
func copyDataFolder() -> UnsafeMutableRawPointer? {
  copyFolder(".local/share", "_CFXDGCreateDataHomePath")
}

@_cdecl("simulation_copy_cache_folder")
func copyCacheFolder() -> UnsafeMutableRawPointer? {
  copyFolder(".cache", "_CFXDGCreateCacheDirectoryPath")
}

@_cdecl("simulation_copy_settings_folder")
func copySettingsFolder() -> UnsafeMutableRawPointer? {
  if !simulation_has_home_of_process() { areRead.store(true, ordering: .relaxed) }
  return copyFolder(".config", "_CFXDGCreateConfigHomePath")
}

/// Whether CoreFoundation has settings of code in a simulation, or of code outside.
private let areRead = Atomic(false)

extension Simulation {
  /// Makes `UserDefaults` read the files of settings anew, if it has read any.
  ///
  /// Called where a simulation begins and ends, because code inside has other files than code
  /// outside.
  static func forgetReadSettings() {
    if areRead.exchange(false, ordering: .relaxed) { forgetSettings() }
  }

  /// Puts back what earlier simulations have changed of the process.
  static func putBackProcess(_ clear: () -> Void) {
    _ = isCleaned
    guard simulation_has_changes() else { return }
    simulation_use_folders(true)
    clear()
    simulation_use_folders(false)
    // First, since settings that are not in a file yet are written to one now.
    forgetSettings()
    simulation_put_back()
  }
}

/// Makes `UserDefaults` read the files of settings anew; CoreFoundation exports this function.
@_silgen_name("CFPreferencesFlushCaches")
private func forgetSettings()
#endif
