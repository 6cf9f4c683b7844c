// The compiler takes the files over as they are: arrays of numbers, as SwiftPM's `embedInCode` writes them, would take a
// minute and 2 GB of memory for files of this size.
#include "include/CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define QUOTED(text) #text
#define TEXT(text) QUOTED(text)
#define FILE TEXT(../ScenarioLanguage/Languages/Files/CODE.yaml)

// English first, then languages that people may write stories in: one of these is a file, and no line of code.
static const EmbeddedLanguage files[] = {
#define CODE en
#include "file.h"
#define CODE de
#include "file.h"
#define CODE es
#include "file.h"
#define CODE fr
#include "file.h"
#define CODE it
#include "file.h"
#define CODE ru
#include "file.h"
  {0},
};

const EmbeddedLanguage *language_files(void) { return files; }
