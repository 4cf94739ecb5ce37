-- Speech by month (UTC, "2026-11") and server: what /credit shows.
CREATE TABLE speech_months (
	month TEXT COLLATE "C" NOT NULL,
	guild_id TEXT COLLATE "C" NOT NULL,
	texts BIGINT NOT NULL,
	made_ms BIGINT NOT NULL,
	prompt_tokens BIGINT NOT NULL,
	audio_tokens BIGINT NOT NULL,
	lines BIGINT NOT NULL,
	cached_lines BIGINT NOT NULL,
	PRIMARY KEY (month, guild_id)
);
