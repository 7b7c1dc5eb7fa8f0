import Glibc

/// sin(πx) / πx, exactly 0 at whole numbers.
func normalizedSinc(_ x: Double) -> Double {
  if x == 0 { return 1 }
  // Reduced before π makes it inexact.
  let nearest = x.rounded()
  let sine = sin(.pi * (x - nearest))
  let isOdd = nearest.truncatingRemainder(dividingBy: 2) != 0
  return (isOdd ? -sine : sine) / (.pi * x)
}
