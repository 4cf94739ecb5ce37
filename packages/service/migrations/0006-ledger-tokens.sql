-- What a speech's units were counted from; null for the rest, and for speech from before.
ALTER TABLE ledger ADD COLUMN prompt_tokens INTEGER;
ALTER TABLE ledger ADD COLUMN audio_tokens INTEGER;
