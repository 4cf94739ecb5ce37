-- Answers that members wait for: after a start that follows a crash, they are told what became of them. No texts; what is
-- needed to write into the answer is sealed with a key that isn't in this database.
CREATE TABLE answers_under_way (
	interaction_id TEXT COLLATE "C" PRIMARY KEY,
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	-- When Discord takes nothing for it any more.
	until BIGINT NOT NULL,
	sealed BYTEA NOT NULL
);

CREATE INDEX answers_under_way_by_member ON answers_under_way (guild_id, user_id);
