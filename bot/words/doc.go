// Package words is everything that people read: events, refusals, lists, help, forms and labels, each told as one viewer may
// know it. It is the only package that builds a sentence for a player or a GM, so that another language is another package
// like it. It knows the engine and nothing of how Discord is reached or how anything is stored.
package words
