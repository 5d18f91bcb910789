package card

import (
	"strings"
	"testing"

	"roundel/bot/discord"
)

// TestRows: buttons are in rows that a phone doesn't break, and in full ones if there are too many.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		labels string
		most   int
		want   string
	}{
		{"End turn, Attack, Damage, Heal, Effect, Use", 4, "End turn, Attack, Damage, Heal | Effect, Use"},
		{"Zug beenden, Angreifen, Schaden, Heilen, Effekt, Nutzen", 4, "Zug beenden, Angreifen, Schaden | Heilen, Effekt, Nutzen"},
		{"Finir le tour, Attaquer, Dégâts, Soigner", 2, "Finir le tour, Attaquer, Dégâts | Soigner"},
		{"Effekt, Beitreten, Rückgängig, Mehr…", 2, "Effekt, Beitreten, Rückgängig | Mehr…"},
		{"Zug beenden, Angreifen, Schaden, Heilen, Effekt, Reagieren, Warten", 1, "Zug beenden, Angreifen, Schaden, Heilen, Effekt | Reagieren, Warten"},
	} {
		var buttons []discord.Button
		for label := range strings.SplitSeq(c.labels, ", ") {
			buttons = append(buttons, discord.Button{Label: label})
		}
		var got []string
		for _, row := range rows(buttons, c.most) {
			var labels []string
			for _, b := range row {
				labels = append(labels, b.Label)
			}
			got = append(got, strings.Join(labels, ", "))
		}
		if strings.Join(got, " | ") != c.want {
			t.Errorf("got  %s\nwant %s", strings.Join(got, " | "), c.want)
		}
	}
}
