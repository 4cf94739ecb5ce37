-- Speech made, by day (UTC, days since the epoch), server and member: what the budgets count.
CREATE TABLE speech_days (
	day INTEGER NOT NULL,
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	made_ms INTEGER NOT NULL CHECK (made_ms >= 0),
	PRIMARY KEY (day, guild_id, user_id)
) STRICT, WITHOUT ROWID;
