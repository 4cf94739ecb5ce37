-- What a speech service lists of its voices, as JSON; when it was last asked, and when it last answered.
CREATE TABLE voice_library (
	service TEXT PRIMARY KEY,
	voices TEXT NOT NULL,
	asked_at INTEGER NOT NULL,
	listed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
