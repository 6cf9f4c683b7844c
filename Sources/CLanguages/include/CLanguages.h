// The words of the languages that stories are written in, as bytes of the program.
#ifndef CLanguages_h
#define CLanguages_h

/// Returns the files in `Sources/ScenarioLanguage/Languages/Files`, in the order of their languages' codes, each with a
/// zero behind it. A language without a file has only the zero.
const char *_Nonnull language_files(void);

#endif
