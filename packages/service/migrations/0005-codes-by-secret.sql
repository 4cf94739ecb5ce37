-- A mark of the secret that a code was minted with; '' when that secret was lost before there were marks.
ALTER TABLE codes ADD COLUMN secret TEXT;
