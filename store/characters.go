package store

import "context"

// Characters returns what a user has saved in a server, or nil.
func (s *Store) Characters(ctx context.Context, guild, user string) ([]byte, error) {
	var data []byte
	t := &tx{ctx: ctx, q: s.readDB}
	if _, err := t.get("SELECT data FROM characters WHERE guild = ? AND user = ?", []any{guild, user}, &data); err != nil {
		return nil, s.readError(err)
	}
	return data, nil
}

// AmendCharacters changes what a user has saved in a server: fn gets it (nil when there is nothing) and returns what is
// to be there and the answer, which is kept with the interaction as by [Store.Update]. A nil next takes everything out.
// Errors are those of Update; on any of them nothing has changed.
func (s *Store) AmendCharacters(ctx context.Context, guild, user, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	id, err := interactionID(interaction)
	if err != nil {
		return nil, false, err
	}
	err = s.write(ctx, func(w *work) error {
		if answer, again, err = w.answered(id); again || err != nil {
			return err
		}
		var data []byte
		if _, err := w.get("SELECT data FROM characters WHERE guild = ? AND user = ?", []any{guild, user}, &data); err != nil {
			return err
		}
		var next []byte
		if next, answer, err = fn(data); err != nil {
			return err
		}
		if next == nil {
			err = w.exec("DELETE FROM characters WHERE guild = ? AND user = ?", guild, user)
		} else {
			err = w.exec("INSERT INTO characters (guild, user, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data", guild, user, next)
		}
		if err != nil {
			return err
		}
		return w.answer(id, s.now(), answer)
	})
	if err != nil {
		return nil, false, err
	}
	return answer, again, nil
}
