// Functions of which the C library rounds the last digit otherwise than that of the native program, which is glibc.
#include <math.h>

/// Of the compiler's runtime. A double that is rounded from it is glibc's in 1,999 of 2,000 values, the next one in the others.
long double expf128(long double value);

double exp(double value) { return (double)expf128(value); }

/// Computed in the steps of glibc, which are those of fdlibm: a logarithm of what is near 1, and a multiple of log10(2) in two parts.
double log10(double value) {
  if (!(value > 0) || isinf(value)) return log(value);
  int exponent;
  double near_one = 2 * frexp(value, &exponent);
  if (exponent <= 0) near_one /= 2;
  const double twos = exponent > 0 ? exponent - 1 : exponent;
  return twos * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(near_one) + twos * 3.01029995663611771306e-01;
}
