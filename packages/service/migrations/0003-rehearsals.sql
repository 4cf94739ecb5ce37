-- A balance can also be set by an operator: what that changes is a correction.
CREATE TABLE ledger_with_corrections (
	id INTEGER PRIMARY KEY,
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	at INTEGER NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('start', 'topup', 'speech', 'correction')),
	units INTEGER NOT NULL,
	-- A code is credited once: that it is marked as used says so, and so does this.
	code_id INTEGER UNIQUE REFERENCES codes (id),
	-- The X-Oneapi-Request-Id of a topup or a speech.
	request_id TEXT,
	CHECK ((kind = 'topup') = (code_id IS NOT NULL))
) STRICT;

INSERT INTO ledger_with_corrections SELECT id, account_id, at, kind, units, code_id, request_id FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_with_corrections RENAME TO ledger;
CREATE INDEX ledger_by_account ON ledger (account_id, id);

-- Trouble that is rehearsed, to see what members see of it: one row while it lasts.
CREATE TABLE rehearsal (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	trouble TEXT NOT NULL CHECK (trouble IN ('slow', 'failing'))
) STRICT;
