package dice

import "math"

// Fairness says how evenly the faces of one kind of die came up (CR-63).
type Fairness struct {
	Sides     int
	Rolls     int
	Mean      float64 // of the faces
	Expected  float64 // the mean of a fair die
	ChiSquare float64 // how far the counts are from even
	P         float64 // the probability that a fair die is at least as uneven
}

// Judge returns how evenly the faces of a die came up, from 1 to the number of counts.
func Judge(counts []int) Fairness {
	f := Fairness{Sides: len(counts), Expected: float64(len(counts)+1) / 2, P: 1}
	sum := 0
	for i, n := range counts {
		f.Rolls += n
		sum += n * (i + 1)
	}
	if f.Rolls == 0 {
		return f
	}
	f.Mean = float64(sum) / float64(f.Rolls)
	even := float64(f.Rolls) / float64(f.Sides)
	for _, n := range counts {
		f.ChiSquare += (float64(n) - even) * (float64(n) - even) / even
	}
	f.P = upperGamma(float64(f.Sides-1)/2, f.ChiSquare/2)
	return f
}

// Enough returns how many rolls it takes to tell: 5 for each face.
func (f Fairness) Enough() int { return 5 * f.Sides }

// upperGamma returns the regularized upper incomplete gamma function Q(a, x) for a > 0 and x >= 0: the probability that a chi-square value with 2a
// degrees of freedom is above 2x. Below a+1 the series for 1-Q converges quickly, above it the continued fraction.
func upperGamma(a, x float64) float64 {
	const enough, tiny = 1e-12, 1e-300
	if x <= 0 {
		return 1
	}
	logGamma, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - logGamma)
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := 1.0; term > sum*enough; n++ {
			term *= x / (a + n)
			sum += term
		}
		return 1 - scale*sum
	}
	b := x + 1 - a
	c := 1 / tiny
	d := 1 / b
	h := d
	for n := 1.0; n < 10_000; n++ {
		an := n * (a - n)
		b += 2
		d = 1 / nonzero(an*d+b, tiny)
		c = nonzero(b+an/c, tiny)
		h *= d * c
		if math.Abs(d*c-1) < enough {
			break
		}
	}
	return scale * h
}

func nonzero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}
