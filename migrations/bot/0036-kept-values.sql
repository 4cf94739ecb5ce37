-- What is to survive a restart, each until a time: texts and messages behind buttons, answers that members wait for, and
-- long texts with their progress in JSON. Words and tokens are sealed with a key that isn't in this folder.
CREATE TABLE kept_values (
	id TEXT PRIMARY KEY,
	kind TEXT NOT NULL,
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	until INTEGER NOT NULL,
	sealed BLOB NOT NULL,
	progress TEXT
) STRICT;
INSERT INTO kept_values (id, kind, guild_id, user_id, until, sealed)
SELECT id, kind, guild_id, user_id, until, sealed FROM button_memory;
INSERT INTO kept_values (id, kind, guild_id, user_id, until, sealed)
SELECT interaction_id, 'answer', guild_id, user_id, until, sealed FROM answers_under_way;
INSERT INTO kept_values (id, kind, guild_id, user_id, until, sealed, progress)
SELECT id, 'book', guild_id, user_id, until, sealed, progress FROM books;
DROP TABLE button_memory;
DROP TABLE answers_under_way;
DROP TABLE books;
