#include "CHabits.h"

int power_of_two(int exponent) { return 1 << exponent; }
