-- Speech by month (UTC, "2026-11") and server: what /credit shows.
CREATE TABLE speech_months (
	month TEXT NOT NULL,
	guild_id TEXT NOT NULL,
	texts INTEGER NOT NULL,
	made_ms INTEGER NOT NULL,
	prompt_tokens INTEGER NOT NULL,
	audio_tokens INTEGER NOT NULL,
	lines INTEGER NOT NULL,
	cached_lines INTEGER NOT NULL,
	PRIMARY KEY (month, guild_id)
) STRICT, WITHOUT ROWID;
