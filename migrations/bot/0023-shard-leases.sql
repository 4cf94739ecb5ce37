-- Which machine has each shard, of how many there are in all, and until when (in ms of the database's clock) unless it
-- says again that it is there.
CREATE TABLE shard_leases (
	shard INTEGER NOT NULL,
	shard_count INTEGER NOT NULL,
	holder TEXT NOT NULL,
	until INTEGER NOT NULL,
	PRIMARY KEY (shard)
) STRICT, WITHOUT ROWID;
