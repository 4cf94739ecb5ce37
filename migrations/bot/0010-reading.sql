-- How a server has its channels read aloud. NULL is "not chosen".
CREATE TABLE guild_reading (
	guild_id TEXT PRIMARY KEY,
	voice_chat INTEGER CHECK (voice_chat IN (0, 1)),
	names TEXT CHECK (names IN ('off', 'changed', 'always')),
	listeners_only INTEGER CHECK (listeners_only IN (0, 1)),
	max_seconds INTEGER CHECK (max_seconds > 0),
	announce TEXT CHECK (announce IN ('off', 'joins', 'both')),
	auto_join TEXT CHECK (auto_join IN ('off', 'on-message', 'on-entry')),
	share_percent INTEGER CHECK (share_percent BETWEEN 1 AND 100),
	hold_ms INTEGER CHECK (hold_ms >= 0)
) STRICT;

-- The text channels that are read, each in any voice channel or in one alone.
CREATE TABLE read_channels (
	guild_id TEXT NOT NULL,
	channel_id TEXT NOT NULL,
	spoken_in TEXT,
	PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;

-- Whose messages aren't read, and how messages begin that aren't.
CREATE TABLE read_ignores (
	guild_id TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('user', 'role', 'prefix')),
	value TEXT NOT NULL CHECK (value <> ''),
	PRIMARY KEY (guild_id, kind, value)
) STRICT, WITHOUT ROWID;

-- The bots and webhooks that are read: no others are.
CREATE TABLE read_sources (
	guild_id TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('bot', 'webhook')),
	id TEXT NOT NULL,
	PRIMARY KEY (guild_id, kind, id)
) STRICT, WITHOUT ROWID;

-- How words are said, as they were entered.
CREATE TABLE dictionary (
	guild_id TEXT NOT NULL,
	word TEXT NOT NULL CHECK (word <> ''),
	say TEXT NOT NULL,
	PRIMARY KEY (guild_id, word)
) STRICT, WITHOUT ROWID;

-- 0 is a member who isn't to be read, anywhere in the server.
ALTER TABLE member_preferences ADD COLUMN reading INTEGER CHECK (reading IN (0, 1));
-- How the member's name is said.
ALTER TABLE member_preferences ADD COLUMN spoken_name TEXT;

-- How much of made_ms was for messages that were read.
ALTER TABLE speech_days ADD COLUMN read_ms INTEGER NOT NULL DEFAULT 0 CHECK (read_ms >= 0);
