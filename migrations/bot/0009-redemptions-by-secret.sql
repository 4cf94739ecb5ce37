-- A mark of the secret that the row's keyed hashes were made with; NULL when it was made before there were marks.
ALTER TABLE redemptions ADD COLUMN secret TEXT;
CREATE INDEX redemptions_by_secret ON redemptions (secret, sent_at);
