// The file of the language with the code CODE, if there is one.
#if __has_embed(FILE)
{TEXT(CODE), (const char[]){
#embed FILE
, 0}},
#endif
#undef CODE
