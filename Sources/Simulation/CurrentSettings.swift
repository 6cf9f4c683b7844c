import CSimulation
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Foundation's getters for the zone, the locale and the calendar of the machine.
//
// CSimulation has functions of the same names, which take precedence and go on here. In a simulation,
// these return its settings; otherwise they do what the originals do. Sound because they have the
// types of the getters; the tests of this target check that on the toolchain in use. The getters'
// own names can't stand here, because the compiler already knows functions of these names.

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

/// Returns the address of the function that a function of this file replaces.
private func original(_ name: String) -> UnsafeMutableRawPointer {
  let next = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT
  guard let address = dlsym(next, name) else { fatalError("Foundation has no function \(name)") }
  return address
}

private typealias ZoneGetter = @convention(thin) () -> TimeZone
private typealias LocaleGetter = @convention(thin) () -> Locale
private typealias CalendarGetter = @convention(thin) () -> Calendar
private typealias LanguagesGetter = @convention(thin) () -> [String]
private typealias ObjectGetter = @convention(c) () -> UnsafeMutableRawPointer?

private let zone = unsafeBitCast(
  original("$s20FoundationEssentials8TimeZoneV7currentACvgZ"), to: ZoneGetter.self)
private let updatedZone = unsafeBitCast(
  original("$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ"), to: ZoneGetter.self)
private let locale = unsafeBitCast(
  original("$s20FoundationEssentials6LocaleV7currentACvgZ"), to: LocaleGetter.self)
private let updatedLocale = unsafeBitCast(
  original("$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ"), to: LocaleGetter.self)
private let languages = unsafeBitCast(
  original("$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ"),
  to: LanguagesGetter.self)
private let calendar = unsafeBitCast(
  original("$s20FoundationEssentials8CalendarV7currentACvgZ"), to: CalendarGetter.self)
private let updatedCalendar = unsafeBitCast(
  original("$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ"),
  to: CalendarGetter.self)
private let zoneObject = unsafeBitCast(original("CFTimeZoneCopySystem"), to: ObjectGetter.self)
private let localeObject = unsafeBitCast(original("CFLocaleCopyCurrent"), to: ObjectGetter.self)

@_silgen_name("simulation_current_zone")
@usableFromInline func currentZone() -> TimeZone { Simulation.zoneOfCaller ?? zone() }

@_silgen_name("simulation_updated_zone")
@usableFromInline func updatedCurrentZone() -> TimeZone { Simulation.zoneOfCaller ?? updatedZone() }

@_silgen_name("simulation_current_locale")
@usableFromInline func currentLocale() -> Locale { Simulation.localeOfCaller ?? locale() }

@_silgen_name("simulation_updated_locale")
@usableFromInline func updatedCurrentLocale() -> Locale {
  Simulation.localeOfCaller ?? updatedLocale()
}

@_silgen_name("simulation_languages")
@usableFromInline func currentLanguages() -> [String] {
  Simulation.localeOfCaller.map { [$0.identifier(.bcp47)] } ?? languages()
}

@_silgen_name("simulation_current_calendar")
@usableFromInline func currentCalendar() -> Calendar { Simulation.calendarOfCaller ?? calendar() }

@_silgen_name("simulation_updated_calendar")
@usableFromInline func updatedCurrentCalendar() -> Calendar {
  Simulation.calendarOfCaller ?? updatedCalendar()
}

// For DateFormatter and other classes that are built on CoreFoundation.

@_cdecl("CFTimeZoneCopySystem")
func copyZone() -> UnsafeMutableRawPointer? {
  guard let zone = Simulation.zoneOfCaller else { return zoneObject() }
  return Unmanaged.passRetained(zone as NSTimeZone).toOpaque()
}

@_cdecl("CFLocaleCopyCurrent")
func copyLocale() -> UnsafeMutableRawPointer? {
  guard let locale = Simulation.localeOfCaller else { return localeObject() }
  return Unmanaged.passRetained(locale as NSLocale).toOpaque()
}

private let settingsFolder = unsafeBitCast(
  original("_CFXDGCreateConfigHomePath"), to: ObjectGetter.self)

/// The folder of settings, which CoreFoundation takes from the user's record, not from a variable.
@_cdecl("_CFXDGCreateConfigHomePath")
func copySettingsFolder() -> UnsafeMutableRawPointer? {
  guard let home = getenv("CFFIXED_USER_HOME") else { return settingsFolder() }
  return Unmanaged.passRetained(NSString(string: "\(String(cString: home))/.config")).toOpaque()
}
