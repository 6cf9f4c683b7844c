// The file called FILE, if there is one, and a zero.
#if __has_embed(FILE)
#embed FILE suffix(, )
#endif
0,
#undef FILE
