-- Texts of the last minute that members had spoken outside of servers with Herald: any process may get the next one.
CREATE TABLE user_texts (
	id INTEGER PRIMARY KEY,
	user_id TEXT NOT NULL,
	said_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_texts_by_time ON user_texts (said_at);
