-- A mark of the secret that the row's keyed hashes were made with.
ALTER TABLE redemptions ADD COLUMN secret TEXT COLLATE "C";
CREATE INDEX redemptions_by_secret ON redemptions (secret, sent_at);
