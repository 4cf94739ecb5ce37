-- Named combinations of voice, style, language and speed: a server's, where there is no member, or a member's own.
CREATE TABLE presets (
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
	voice TEXT COLLATE "C" NOT NULL CHECK (voice <> ''),
	style TEXT COLLATE "C" CHECK (style <> ''),
	language TEXT COLLATE "C" CHECK (language <> ''),
	speed DOUBLE PRECISION CHECK (speed BETWEEN 0.5 AND 2),
	PRIMARY KEY (guild_id, user_id, name)
);

-- The preset that somebody sounds like, by its name; it may be gone.
ALTER TABLE guild_preferences ADD COLUMN preset TEXT COLLATE "C" CHECK (preset <> '');
ALTER TABLE member_preferences ADD COLUMN preset TEXT COLLATE "C" CHECK (preset <> '');
