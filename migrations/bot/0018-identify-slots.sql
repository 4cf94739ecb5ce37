-- When a shard of each of Discord's buckets may log in again, in ms of the database's clock.
CREATE TABLE identify_slots (
	bucket INTEGER NOT NULL,
	free_at INTEGER NOT NULL,
	PRIMARY KEY (bucket)
) STRICT, WITHOUT ROWID;
