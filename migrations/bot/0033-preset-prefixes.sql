-- Messages that begin with a preset's prefix are read as the preset.
ALTER TABLE presets ADD COLUMN prefix TEXT CHECK (prefix <> '');
