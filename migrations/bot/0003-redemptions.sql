-- The journal of redemptions: a row is on disk before its request leaves. What is still 'sent' at a start has an outcome nobody knows.
CREATE TABLE redemptions (
	id INTEGER PRIMARY KEY,
	guild_id TEXT NOT NULL,
	-- NULL when the member asked to be forgotten.
	user_id TEXT,
	-- Keyed hashes under the bot's own secret; "member" paces and is removed after a day.
	member TEXT,
	account TEXT NOT NULL,
	code TEXT NOT NULL,
	sent_at INTEGER NOT NULL,
	outcome TEXT NOT NULL DEFAULT 'sent' CHECK (
		outcome IN ('sent', 'redeemed', 'refused', 'busy', 'unauthorized', 'rate_limited', 'unknown', 'unavailable')
	),
	reason TEXT,
	units INTEGER CHECK (units >= 0),
	settled_at INTEGER,
	CHECK ((outcome = 'sent') = (settled_at IS NULL))
) STRICT;

CREATE INDEX redemptions_by_code ON redemptions (code, account);
CREATE INDEX redemptions_by_time ON redemptions (sent_at);
CREATE INDEX redemptions_by_guild ON redemptions (guild_id);
CREATE INDEX redemptions_by_member ON redemptions (member) WHERE member IS NOT NULL;
CREATE INDEX redemptions_under_way ON redemptions (id) WHERE outcome = 'sent';
