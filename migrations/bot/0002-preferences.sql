-- What a server chose for itself. NULL is "not chosen": the operator's default.
CREATE TABLE guild_preferences (
	guild_id TEXT PRIMARY KEY,
	voice TEXT,
	style TEXT,
	delivery TEXT CHECK (delivery IN ('auto', 'channel', 'file', 'voice-message')),
	seconds_per_day INTEGER CHECK (seconds_per_day > 0),
	text_max INTEGER CHECK (text_max > 0),
	speaker_role TEXT
) STRICT;

-- What a member chose for themselves in one server.
CREATE TABLE member_preferences (
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	voice TEXT,
	style TEXT,
	delivery TEXT CHECK (delivery IN ('auto', 'channel', 'file', 'voice-message')),
	PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- What a server does not let be spoken, as it was entered.
CREATE TABLE guild_words (
	guild_id TEXT NOT NULL,
	word TEXT NOT NULL,
	PRIMARY KEY (guild_id, word)
) STRICT, WITHOUT ROWID;
