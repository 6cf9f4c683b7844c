// The files that programs carry with them, as bytes of the program: the words of languages, pages, and documents.
#ifndef CResources_h
#define CResources_h

/// A file in `Sources/ScenarioLanguage/Languages/Files`.
typedef struct {
  /// The code of the language; null after the last file.
  const char *_Nullable code;
  const char *_Nullable text;
} EmbeddedLanguage;

/// Returns the files, English first, then the others in the order of their codes.
const EmbeddedLanguage *_Nonnull language_files(void);

/// The styles and the script of a report in `Sources/ScenarioReports/HTML/Page`.
const char *_Nonnull report_styles(void);
const char *_Nonnull report_script(void);

/// The styles and the script of the studio, in `Sources/ScenarioCommands/Studio/Page`, and those of a report that draw a
/// scenario with its steps.
const char *_Nonnull studio_styles(void);
const char *_Nonnull studio_script(void);

/// The template of the JSON Schema of stories.
const char *_Nonnull schema_template(void);

/// The reference of the language that stories are written in, as Markdown.
const char *_Nonnull language_reference(void);

/// The keywords of Gherkin in `Sources/ScenarioLanguage/Gherkin`: a line for each language, with its code and the kinds
/// of keywords between tabs, and the keywords of a kind between `|`.
const char *_Nonnull gherkin_keywords(void);

#endif
