-- Whether names of voices in messages that are read aloud, with a colon, have those voices speak.
ALTER TABLE guild_reading ADD COLUMN dialogue INTEGER CHECK (dialogue IN (0, 1));
