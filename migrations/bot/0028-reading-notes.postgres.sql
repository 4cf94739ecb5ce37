-- Herald's messages in text channels that are read, which say so. Without a message where a moderator deleted it.
CREATE TABLE reading_notes (
	guild_id TEXT COLLATE "C" NOT NULL,
	channel_id TEXT COLLATE "C" NOT NULL,
	message_id TEXT COLLATE "C",
	PRIMARY KEY (guild_id, channel_id)
);
