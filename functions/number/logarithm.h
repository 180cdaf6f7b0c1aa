// exp, log and log10 of decimals.
//
// In:      a decimal.
// Out:     the result with as many significant digits as the argument has, at least 32, the last one rounded
//          half to even; exact results (exp of 0, log of 1, log10 of powers of ten) are integers.
// Refused: logarithms of zero and less, results beyond kMostZeros digits (class functionfailure).
//
// MPFR and the GMP below it could compute this. They are under LGPL-3, which asks whoever passes on a program
// linked with them statically to enable relinking with another version; the static program is given away as
// one file under Apache-2.0, so the series are our own.
#pragma once

#include "types/number/big_number.h"

namespace cellar {

Decimal exponential(const Decimal& value);
Decimal natural_logarithm(const Decimal& value);
Decimal decimal_logarithm(const Decimal& value);

}  // namespace cellar
