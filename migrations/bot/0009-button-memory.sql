-- What the buttons under answers need, for a quarter of an hour: texts, and interactions' tokens. Sealed with a key that
-- isn't in this folder.
CREATE TABLE button_memory (
	id TEXT PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('text', 'message')),
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	until INTEGER NOT NULL,
	sealed BLOB NOT NULL
) STRICT;

CREATE INDEX button_memory_by_member ON button_memory (guild_id, user_id);
