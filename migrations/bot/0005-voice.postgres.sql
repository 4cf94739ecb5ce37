-- Where Herald was when it was stopped in an orderly way: a start soon after goes back there.
CREATE TABLE voice_places (
	guild_id TEXT COLLATE "C" PRIMARY KEY,
	channel_id TEXT COLLATE "C" NOT NULL,
	left_at BIGINT NOT NULL
);

-- What a guild chose; NULL was not chosen.
CREATE TABLE guild_voice (
	guild_id TEXT COLLATE "C" PRIMARY KEY,
	alone_seconds BIGINT CHECK (alone_seconds > 0),
	idle_seconds BIGINT CHECK (idle_seconds > 0),
	text_seconds BIGINT CHECK (text_seconds > 0)
);
