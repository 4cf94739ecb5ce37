-- How much of made_ms connected accounts have paid for, and not the operator's.
ALTER TABLE speech_days ADD COLUMN connected_ms INTEGER NOT NULL DEFAULT 0;
UPDATE speech_days SET connected_ms = made_ms
WHERE (guild_id LIKE '@%' AND guild_id <> '@me') OR guild_id IN (SELECT guild_id FROM account_links);
-- 1 is a member who was forgotten on that day: their id is erased when it is over.
ALTER TABLE speech_days ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1));
CREATE INDEX speech_days_forgotten ON speech_days (day) WHERE forgotten = 1;
