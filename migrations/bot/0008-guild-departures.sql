-- Servers that Herald is no longer in, since when: after a time, what Herald keeps of them is erased.
CREATE TABLE guild_departures (
	guild_id TEXT PRIMARY KEY,
	left_at INTEGER NOT NULL
) STRICT;
