-- Speech made, by day (UTC, days since the epoch), server and member: what the budgets count.
CREATE TABLE speech_days (
	day BIGINT NOT NULL,
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	made_ms BIGINT NOT NULL CHECK (made_ms >= 0),
	PRIMARY KEY (day, guild_id, user_id)
);
