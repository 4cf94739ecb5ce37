-- When nobody will write any more what came of a code, by the database's clock: those of machines differ. Null once that
-- is written, or given up for good.
ALTER TABLE redemptions ADD COLUMN lost_at BIGINT;
