-- 0 until the member has been told what came of it.
ALTER TABLE redemptions ADD COLUMN told BIGINT NOT NULL DEFAULT 1 CHECK (told IN (0, 1));
CREATE INDEX redemptions_untold ON redemptions (guild_id, user_id) WHERE told = 0;
