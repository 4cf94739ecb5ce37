-- What a server chose for itself. NULL is "not chosen": the operator's default.
CREATE TABLE guild_preferences (
	guild_id TEXT COLLATE "C" PRIMARY KEY,
	voice TEXT COLLATE "C",
	style TEXT COLLATE "C",
	delivery TEXT COLLATE "C" CHECK (delivery IN ('auto', 'channel', 'file', 'voice-message')),
	seconds_per_day BIGINT CHECK (seconds_per_day > 0),
	text_max BIGINT CHECK (text_max > 0),
	speaker_role TEXT COLLATE "C"
);

-- What a member chose for themselves in one server.
CREATE TABLE member_preferences (
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	voice TEXT COLLATE "C",
	style TEXT COLLATE "C",
	delivery TEXT COLLATE "C" CHECK (delivery IN ('auto', 'channel', 'file', 'voice-message')),
	PRIMARY KEY (guild_id, user_id)
);

-- What a server does not let be spoken, as it was entered.
CREATE TABLE guild_words (
	guild_id TEXT COLLATE "C" NOT NULL,
	word TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (guild_id, word)
);
