/// Returns 2 to the power of a number, which is undefined for numbers above 30.
int power_of_two(int exponent);
