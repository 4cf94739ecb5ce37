-- What is known of a code holds whatever token the account has by now.
DROP INDEX redemptions_by_code;
ALTER TABLE redemptions DROP COLUMN account;
CREATE INDEX redemptions_by_code ON redemptions (code);
