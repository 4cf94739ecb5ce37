-- Of requests with one code, one may be under way, whoever sends it.
UPDATE redemptions SET outcome = 'unknown', settled_at = sent_at
WHERE outcome = 'sent' AND EXISTS (
	SELECT 1 FROM redemptions AS later
	WHERE later.code = redemptions.code AND later.outcome = 'sent' AND later.id > redemptions.id
);
CREATE UNIQUE INDEX redemptions_one_under_way ON redemptions (code) WHERE outcome = 'sent';

-- What the limited routes of the service were used for besides redemptions.
CREATE TABLE balance_requests (
	id INTEGER PRIMARY KEY,
	sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX balance_requests_by_time ON balance_requests (sent_at);

-- What is known of the account that pays, by its keyed hash.
CREATE TABLE credit_accounts (
	account TEXT NOT NULL,
	-- Until when the service wants no more requests.
	closed_until INTEGER NOT NULL,
	-- When the balance was last asked for; 0 when it has changed since.
	asked_at INTEGER NOT NULL,
	-- What the service answered: JSON, '' when it shows none, NULL while the answer is awaited.
	balance TEXT,
	PRIMARY KEY (account)
) STRICT, WITHOUT ROWID;

-- Whose end it was: one of the servers where Herald was. '' where there was one process.
CREATE TABLE voice_ends (
	found_at INTEGER NOT NULL,
	guild_id TEXT NOT NULL,
	PRIMARY KEY (found_at, guild_id)
) STRICT, WITHOUT ROWID;
INSERT INTO voice_ends (found_at, guild_id) SELECT found_at, '' FROM voice_unclean_ends;
DROP TABLE voice_unclean_ends;
ALTER TABLE voice_ends RENAME TO voice_unclean_ends;

-- Keys that all machines share; in SQLite, they are files in the data folder.
CREATE TABLE secrets (
	name TEXT NOT NULL,
	value BLOB NOT NULL,
	PRIMARY KEY (name)
) STRICT, WITHOUT ROWID;
