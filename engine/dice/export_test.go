package dice

// TailOf is the probability that a fair die with that many sides has at least this chi-square value.
func TailOf(sides int, chi float64) float64 { return upperGamma(float64(sides-1)/2, chi/2) }
