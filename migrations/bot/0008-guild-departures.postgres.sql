-- Servers that Herald is no longer in, since when: after a time, what Herald keeps of them is erased.
CREATE TABLE guild_departures (
	guild_id TEXT COLLATE "C" PRIMARY KEY,
	left_at BIGINT NOT NULL
);
