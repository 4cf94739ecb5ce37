-- Who may speak. A key itself is nowhere in here: only its SHA-256.
CREATE TABLE api_keys (
	id INTEGER PRIMARY KEY,
	-- 'first' is the key that the service made for itself; its text is in a file beside this database.
	name TEXT NOT NULL,
	hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	created_at INTEGER NOT NULL
) STRICT;
