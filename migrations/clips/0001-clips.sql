-- A file of its own, which may be deleted at any time.
CREATE TABLE clips (
	key TEXT PRIMARY KEY,
	clip BLOB NOT NULL,
	bytes INTEGER NOT NULL,
	made_at INTEGER NOT NULL,
	used_at INTEGER NOT NULL
) STRICT;

CREATE INDEX clips_by_use ON clips (used_at, key);
CREATE INDEX clips_by_age ON clips (made_at);

-- The sum of clips.bytes, so that a full cache is seen without reading every row.
CREATE TABLE clips_total (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	bytes INTEGER NOT NULL
) STRICT;

INSERT INTO clips_total (id, bytes) VALUES (1, 0);

CREATE TRIGGER clips_added AFTER INSERT ON clips BEGIN
	UPDATE clips_total SET bytes = bytes + new.bytes;
END;

CREATE TRIGGER clips_removed AFTER DELETE ON clips BEGIN
	UPDATE clips_total SET bytes = bytes - old.bytes;
END;
