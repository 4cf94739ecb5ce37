-- What the buttons under answers need, for a quarter of an hour: texts, and interactions' tokens. Sealed with a key that
-- isn't in this database.
CREATE TABLE button_memory (
	id TEXT COLLATE "C" PRIMARY KEY,
	kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('text', 'message')),
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	until BIGINT NOT NULL,
	sealed BYTEA NOT NULL
);

CREATE INDEX button_memory_by_member ON button_memory (guild_id, user_id);
