// Package cards has the cards and decks of orders by cards (RS-28 to RS-31).
package cards
