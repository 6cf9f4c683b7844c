// The compiler takes the files over as they are: arrays of numbers, as SwiftPM's `embedInCode` writes them, would take a
// minute and 2 GB of memory for files of this size.
#include "include/CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define QUOTED(text) #text
#define TEXT(text) QUOTED(text)
#define FILE TEXT(../ScenarioLanguage/Languages/Files/CODE.yaml)

// English first, then the codes that a language can have: a new one is then a file, and no line of code.
static const EmbeddedLanguage files[] = {
#define CODE en
#include "file.h"
#define CODE af
#include "file.h"
#define CODE ar
#include "file.h"
#define CODE az
#include "file.h"
#define CODE be
#include "file.h"
#define CODE bg
#include "file.h"
#define CODE bn
#include "file.h"
#define CODE bs
#include "file.h"
#define CODE ca
#include "file.h"
#define CODE cs
#include "file.h"
#define CODE cy
#include "file.h"
#define CODE da
#include "file.h"
#define CODE de
#include "file.h"
#define CODE el
#include "file.h"
#define CODE eo
#include "file.h"
#define CODE es
#include "file.h"
#define CODE et
#include "file.h"
#define CODE eu
#include "file.h"
#define CODE fa
#include "file.h"
#define CODE fi
#include "file.h"
#define CODE fr
#include "file.h"
#define CODE ga
#include "file.h"
#define CODE gl
#include "file.h"
#define CODE gu
#include "file.h"
#define CODE he
#include "file.h"
#define CODE hi
#include "file.h"
#define CODE hr
#include "file.h"
#define CODE hu
#include "file.h"
#define CODE hy
#include "file.h"
#define CODE id
#include "file.h"
#define CODE is
#include "file.h"
#define CODE it
#include "file.h"
#define CODE ja
#include "file.h"
#define CODE ka
#include "file.h"
#define CODE kk
#include "file.h"
#define CODE ko
#include "file.h"
#define CODE lt
#include "file.h"
#define CODE lv
#include "file.h"
#define CODE mk
#include "file.h"
#define CODE ml
#include "file.h"
#define CODE mn
#include "file.h"
#define CODE mr
#include "file.h"
#define CODE nb
#include "file.h"
#define CODE nl
#include "file.h"
#define CODE nn
#include "file.h"
#define CODE pa
#include "file.h"
#define CODE pl
#include "file.h"
#define CODE pt
#include "file.h"
#define CODE ro
#include "file.h"
#define CODE ru
#include "file.h"
#define CODE sk
#include "file.h"
#define CODE sl
#include "file.h"
#define CODE sq
#include "file.h"
#define CODE sr
#include "file.h"
#define CODE sv
#include "file.h"
#define CODE sw
#include "file.h"
#define CODE ta
#include "file.h"
#define CODE te
#include "file.h"
#define CODE th
#include "file.h"
#define CODE tr
#include "file.h"
#define CODE uk
#include "file.h"
#define CODE ur
#include "file.h"
#define CODE uz
#include "file.h"
#define CODE vi
#include "file.h"
#define CODE zh
#include "file.h"
  {0},
};

const EmbeddedLanguage *language_files(void) { return files; }
