-- Long texts that are being spoken, or that a member is still asked about, for a day at most. The text is sealed with a
-- key that isn't in this folder; progress is numbers alone.
CREATE TABLE books (
	id TEXT PRIMARY KEY,
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	until INTEGER NOT NULL,
	sealed BLOB NOT NULL,
	progress TEXT NOT NULL
) STRICT;

CREATE INDEX books_by_member ON books (guild_id, user_id);
