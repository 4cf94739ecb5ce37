-- When a shard of each of Discord's buckets may log in again, in ms of the database's clock.
CREATE TABLE identify_slots (
	bucket BIGINT NOT NULL,
	free_at BIGINT NOT NULL,
	PRIMARY KEY (bucket)
);
