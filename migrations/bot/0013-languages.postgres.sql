-- What language somebody is spoken in, as a BCP 47 tag, and how many times as fast as the voice speaks by itself.
ALTER TABLE guild_preferences ADD COLUMN language TEXT COLLATE "C" CHECK (language <> '');
ALTER TABLE guild_preferences ADD COLUMN speed DOUBLE PRECISION CHECK (speed BETWEEN 0.5 AND 2);
ALTER TABLE member_preferences ADD COLUMN language TEXT COLLATE "C" CHECK (language <> '');
ALTER TABLE member_preferences ADD COLUMN speed DOUBLE PRECISION CHECK (speed BETWEEN 0.5 AND 2);

-- How loud a guild has its voice channels, in dB; 0 is as it was made.
ALTER TABLE guild_voice ADD COLUMN volume_db DOUBLE PRECISION CHECK (volume_db BETWEEN -12 AND 6);
