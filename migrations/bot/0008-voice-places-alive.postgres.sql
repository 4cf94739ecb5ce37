-- Places are written while Herald is there, so that they are known after an end that was no stop.
ALTER TABLE voice_places RENAME COLUMN left_at TO seen_at;
-- 1 while Herald is there; 0 where it left in order, being stopped.
ALTER TABLE voice_places ADD COLUMN present BIGINT NOT NULL DEFAULT 0;

-- When a start found that the end before it was no stop.
CREATE TABLE voice_unclean_ends (
	found_at BIGINT PRIMARY KEY
);
