-- Erasing looks for a member's rows, or for a server's, among those of all others.
CREATE INDEX speech_days_by_member ON speech_days (user_id, guild_id, day);
CREATE INDEX speech_days_by_guild ON speech_days (guild_id);
CREATE INDEX member_settings_by_member ON member_settings (user_id);
CREATE INDEX presets_by_member ON presets (user_id);
CREATE INDEX redemptions_by_user ON redemptions (user_id) WHERE user_id IS NOT NULL;
