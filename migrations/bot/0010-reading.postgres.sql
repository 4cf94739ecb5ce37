-- How a server has its channels read aloud. NULL is "not chosen".
CREATE TABLE guild_reading (
	guild_id TEXT COLLATE "C" PRIMARY KEY,
	voice_chat BIGINT CHECK (voice_chat IN (0, 1)),
	names TEXT COLLATE "C" CHECK (names IN ('off', 'changed', 'always')),
	listeners_only BIGINT CHECK (listeners_only IN (0, 1)),
	max_seconds BIGINT CHECK (max_seconds > 0),
	announce TEXT COLLATE "C" CHECK (announce IN ('off', 'joins', 'both')),
	auto_join TEXT COLLATE "C" CHECK (auto_join IN ('off', 'on-message', 'on-entry')),
	share_percent BIGINT CHECK (share_percent BETWEEN 1 AND 100),
	hold_ms BIGINT CHECK (hold_ms >= 0)
);

-- The text channels that are read, each in any voice channel or in one alone.
CREATE TABLE read_channels (
	guild_id TEXT COLLATE "C" NOT NULL,
	channel_id TEXT COLLATE "C" NOT NULL,
	spoken_in TEXT COLLATE "C",
	PRIMARY KEY (guild_id, channel_id)
);

-- Whose messages aren't read, and how messages begin that aren't.
CREATE TABLE read_ignores (
	guild_id TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('user', 'role', 'prefix')),
	value TEXT COLLATE "C" NOT NULL CHECK (value <> ''),
	PRIMARY KEY (guild_id, kind, value)
);

-- The bots and webhooks that are read: no others are.
CREATE TABLE read_sources (
	guild_id TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('bot', 'webhook')),
	id TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (guild_id, kind, id)
);

-- How words are said, as they were entered.
CREATE TABLE dictionary (
	guild_id TEXT COLLATE "C" NOT NULL,
	word TEXT COLLATE "C" NOT NULL CHECK (word <> ''),
	say TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (guild_id, word)
);

-- 0 is a member who isn't to be read, anywhere in the server.
ALTER TABLE member_preferences ADD COLUMN reading BIGINT CHECK (reading IN (0, 1));
-- How the member's name is said.
ALTER TABLE member_preferences ADD COLUMN spoken_name TEXT COLLATE "C";

-- How much of made_ms was for messages that were read.
ALTER TABLE speech_days ADD COLUMN read_ms BIGINT NOT NULL DEFAULT 0 CHECK (read_ms >= 0);
