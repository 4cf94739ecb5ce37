-- Long texts that are being spoken, or that a member is still asked about, for a day at most. The text is sealed with a
-- key that isn't in this database; progress is numbers alone.
CREATE TABLE books (
	id TEXT COLLATE "C" PRIMARY KEY,
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	until BIGINT NOT NULL,
	sealed BYTEA NOT NULL,
	progress TEXT NOT NULL
);

CREATE INDEX books_by_member ON books (guild_id, user_id);
