// Interposed functions for settings: Foundation's getters for the machine's time zone, locale and calendar.
//
// Each jumps to a function in Sources/Simulation/Engine/CurrentSettings.swift. A jump passes on every return value, so
// C needs no types of Swift. The functions are weak for the reason that thread.h gives.
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#if defined(__aarch64__)
#define JUMP "b "
#define CALLED
#else
#define JUMP "jmp "
#define CALLED "@PLT"
#endif

#define GETTER(name, function) \
  __asm__(".weak \"" name "\"\n.type \"" name "\", %function\n\"" name "\": " JUMP function CALLED "\n");

GETTER("$s20FoundationEssentials8TimeZoneV7currentACvgZ", "simulation_current_zone")
GETTER("$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ", "simulation_updated_zone")
GETTER("$s20FoundationEssentials6LocaleV7currentACvgZ", "simulation_current_locale")
GETTER("$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", "simulation_updated_locale")
GETTER("$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", "simulation_languages")
GETTER("$s20FoundationEssentials8CalendarV7currentACvgZ", "simulation_current_calendar")
GETTER("$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ", "simulation_updated_calendar")

GETTER("CFTimeZoneCopySystem", "simulation_copy_zone")
GETTER("CFLocaleCopyCurrent", "simulation_copy_locale")
GETTER("_CFXDGCreateConfigHomePath", "simulation_copy_settings_folder")
GETTER("_CFXDGCreateDataHomePath", "simulation_copy_data_folder")
GETTER("_CFXDGCreateCacheDirectoryPath", "simulation_copy_cache_folder")

#endif
