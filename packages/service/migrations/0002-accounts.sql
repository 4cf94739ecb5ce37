-- Who pays. Amounts are in quota units: 500,000 are one US dollar.
CREATE TABLE accounts (
	id INTEGER PRIMARY KEY,
	-- 'own' is the account that the service made for itself.
	name TEXT NOT NULL UNIQUE,
	unlimited INTEGER NOT NULL CHECK (unlimited IN (0, 1)),
	-- The sum of the account's ledger. Below zero when the last speech cost more than was left.
	balance INTEGER NOT NULL DEFAULT 0,
	-- What its speech cost in all, also where an unlimited account pays nothing.
	used INTEGER NOT NULL DEFAULT 0,
	requests INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL,
	disabled_at INTEGER
) STRICT;

-- Whoever could speak before there were accounts goes on as before: without a limit.
INSERT INTO accounts (name, unlimited, created_at)
SELECT 'own', 1, min(created_at) FROM api_keys HAVING count(*) > 0;

CREATE TABLE account_keys (
	id INTEGER PRIMARY KEY,
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	-- 'first' of the account 'own' is the service's own key; its text is in a file beside this database.
	name TEXT NOT NULL,
	hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	created_at INTEGER NOT NULL,
	disabled_at INTEGER,
	UNIQUE (account_id, name)
) STRICT;

INSERT INTO account_keys (account_id, name, hash, created_at)
SELECT accounts.id, iif(earlier.later_namesakes, earlier.name || '-' || earlier.id, earlier.name), earlier.hash, earlier.created_at
FROM accounts, (
	SELECT *, row_number() OVER (PARTITION BY name ORDER BY id DESC) > 1 AS later_namesakes FROM api_keys
) AS earlier;

DROP TABLE api_keys;
ALTER TABLE account_keys RENAME TO api_keys;

-- A code itself is nowhere in here: only its HMAC under a secret that is not in this database.
CREATE TABLE codes (
	id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	units INTEGER NOT NULL CHECK (units > 0),
	status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'used')),
	note TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	-- Null is never.
	expires_at INTEGER,
	used_at INTEGER,
	used_by INTEGER REFERENCES accounts (id),
	CHECK ((status = 'used') = (used_at IS NOT NULL AND used_by IS NOT NULL))
) STRICT;

-- Every change of a balance.
CREATE TABLE ledger (
	id INTEGER PRIMARY KEY,
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	at INTEGER NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('start', 'topup', 'speech')),
	units INTEGER NOT NULL,
	-- A code is credited once: that it is marked as used says so, and so does this.
	code_id INTEGER UNIQUE REFERENCES codes (id),
	-- The X-Oneapi-Request-Id of a topup or a speech.
	request_id TEXT,
	CHECK ((kind = 'topup') = (code_id IS NOT NULL))
) STRICT;

CREATE INDEX ledger_by_account ON ledger (account_id, id);
