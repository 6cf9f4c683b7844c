// The compiler takes the files over as they are, as in languages.c.
#include "include/CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define END }; return text; }

// The files that draw a scenario, on a report and in the studio, use names of those before them.
const char *report_styles(void) { static const char text[] = {
#embed "../ScenarioReports/HTML/Page/page.css"
#embed "../ScenarioReports/HTML/Page/listing.css" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/overview.css" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/scenario.css" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/drawings.css" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/media.css" prefix(, '\n', ) suffix(, 0)
END

const char *report_script(void) { static const char text[] = {
#embed "../ScenarioReports/HTML/Page/elements.js"
#embed "../ScenarioReports/HTML/Page/words.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/data.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/listing.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/storyboard.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/sequence.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/scenario.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/trend.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/overview.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/report.js" prefix(, '\n', ) suffix(, 0)
END

const char *studio_styles(void) { static const char text[] = {
#embed "../ScenarioReports/HTML/Page/page.css"
#embed "../ScenarioReports/HTML/Page/scenario.css" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/drawings.css" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/studio.css" prefix(, '\n', ) suffix(, 0)
END

const char *studio_script(void) { static const char text[] = {
#embed "../ScenarioReports/HTML/Page/elements.js"
#embed "../ScenarioReports/HTML/Page/words.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/storyboard.js" prefix(, '\n', )
#embed "../ScenarioReports/HTML/Page/scenario.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/server.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/asking.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/editor.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/suggestions.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/list.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/story.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/running.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/steps.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/moving.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/adding.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/blanks.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/ahead.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/checks.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/examples.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/exploring.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/vocabulary.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/saving.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/merging.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/following.js" prefix(, '\n', )
#embed "../ScenarioCommands/Studio/Page/begin.js" prefix(, '\n', ) suffix(, 0)
END

const char *schema_template(void) { static const char text[] = {
#embed "../ScenarioAuthoring/Schema/schema.json" suffix(, 0)
END

const char *language_reference(void) { static const char text[] = {
#embed "../ScenarioKit/Documentation.docc/LanguageReference.md" suffix(, 0)
END

const char *gherkin_keywords(void) { static const char text[] = {
#embed "../ScenarioLanguage/Gherkin/keywords.txt" suffix(, 0)
END
