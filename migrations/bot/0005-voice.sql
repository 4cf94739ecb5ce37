-- Where Herald was when it was stopped in an orderly way: a start soon after goes back there.
CREATE TABLE voice_places (
	guild_id TEXT PRIMARY KEY,
	channel_id TEXT NOT NULL,
	left_at INTEGER NOT NULL
) STRICT;

-- What a guild chose; NULL was not chosen.
CREATE TABLE guild_voice (
	guild_id TEXT PRIMARY KEY,
	alone_seconds INTEGER CHECK (alone_seconds > 0),
	idle_seconds INTEGER CHECK (idle_seconds > 0),
	text_seconds INTEGER CHECK (text_seconds > 0)
) STRICT;
