-- 1 while messages wait to be read there: a start after an end that was no stop tells so.
ALTER TABLE voice_places ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
