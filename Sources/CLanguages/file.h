// The file of the language with the code CODE.
{TEXT(CODE), (const char[]){
#embed FILE
, 0}},
#undef CODE
