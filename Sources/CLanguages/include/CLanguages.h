// The words of the languages that stories are written in, as bytes of the program.
#ifndef CLanguages_h
#define CLanguages_h

/// A file in `Sources/ScenarioLanguage/Languages/Files`.
typedef struct {
  /// The code of the language; null after the last file.
  const char *_Nullable code;
  const char *_Nullable text;
} EmbeddedLanguage;

/// Returns the files, English first, then the others in the order of their codes.
const EmbeddedLanguage *_Nonnull language_files(void);

#endif
