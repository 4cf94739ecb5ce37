-- Accounts of the speech service that servers have connected: key and token, encrypted with the secret of that id for that
-- server and service; who connected it, and what it is refused for.
CREATE TABLE account_links (
	guild_id TEXT PRIMARY KEY,
	sealed BLOB NOT NULL,
	secret_id TEXT NOT NULL,
	service TEXT NOT NULL,
	connected_by TEXT,
	connected_at INTEGER NOT NULL,
	trouble TEXT
) STRICT, WITHOUT ROWID;

-- Keys that were tried in the last day; the member as a keyed hash.
CREATE TABLE account_tries (
	id INTEGER PRIMARY KEY,
	guild_id TEXT NOT NULL,
	member TEXT NOT NULL,
	tried_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_tries_by_time ON account_tries (tried_at);

-- The id of the secret that links are encrypted with, once there is one.
CREATE TABLE account_secret (
	one INTEGER PRIMARY KEY CHECK (one = 1),
	secret_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
