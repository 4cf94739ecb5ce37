-- Which account a code was for, and whose balance was asked for, as a keyed hash. Of a code, NULL is the operator's.
ALTER TABLE redemptions ADD COLUMN account TEXT;
ALTER TABLE balance_requests ADD COLUMN account TEXT;
