-- Named combinations of voice, style, language and speed: a server's, where there is no member, or a member's own.
CREATE TABLE presets (
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	name TEXT NOT NULL CHECK (name <> ''),
	voice TEXT NOT NULL CHECK (voice <> ''),
	style TEXT CHECK (style <> ''),
	language TEXT CHECK (language <> ''),
	speed REAL CHECK (speed BETWEEN 0.5 AND 2),
	PRIMARY KEY (guild_id, user_id, name)
) WITHOUT ROWID;

-- The preset that somebody sounds like, by its name; it may be gone.
ALTER TABLE guild_preferences ADD COLUMN preset TEXT CHECK (preset <> '');
ALTER TABLE member_preferences ADD COLUMN preset TEXT CHECK (preset <> '');
