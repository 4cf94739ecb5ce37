-- What guilds and members chose: a setting's key, and its value in JSON. What was not chosen has no row.
CREATE TABLE guild_settings (
	guild_id TEXT NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE member_settings (
	guild_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (guild_id, user_id, key)
) STRICT, WITHOUT ROWID;

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'voice', json_quote(voice) FROM guild_preferences WHERE voice IS NOT NULL
UNION ALL SELECT guild_id, 'style', json_quote(style) FROM guild_preferences WHERE style IS NOT NULL
UNION ALL SELECT guild_id, 'delivery', json_quote(delivery) FROM guild_preferences WHERE delivery IS NOT NULL
UNION ALL SELECT guild_id, 'language', json_quote(language) FROM guild_preferences WHERE language IS NOT NULL
UNION ALL SELECT guild_id, 'speed', json_quote(speed) FROM guild_preferences WHERE speed IS NOT NULL
UNION ALL SELECT guild_id, 'preset', json_quote(preset) FROM guild_preferences WHERE preset IS NOT NULL
UNION ALL SELECT guild_id, 'secondsPerDay', json_quote(seconds_per_day) FROM guild_preferences WHERE seconds_per_day IS NOT NULL
UNION ALL SELECT guild_id, 'textMax', json_quote(text_max) FROM guild_preferences WHERE text_max IS NOT NULL
UNION ALL SELECT guild_id, 'speakerRole', json_quote(speaker_role) FROM guild_preferences WHERE speaker_role IS NOT NULL;

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'aloneSeconds', json_quote(alone_seconds) FROM guild_voice WHERE alone_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'idleSeconds', json_quote(idle_seconds) FROM guild_voice WHERE idle_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'textSeconds', json_quote(text_seconds) FROM guild_voice WHERE text_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'volumeDb', json_quote(volume_db) FROM guild_voice WHERE volume_db IS NOT NULL;

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'voiceChat', CASE voice_chat WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE voice_chat IS NOT NULL
UNION ALL SELECT guild_id, 'names', json_quote(names) FROM guild_reading WHERE names IS NOT NULL
UNION ALL SELECT guild_id, 'listenersOnly', CASE listeners_only WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE listeners_only IS NOT NULL
UNION ALL SELECT guild_id, 'maxSeconds', json_quote(max_seconds) FROM guild_reading WHERE max_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'dialogue', CASE dialogue WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE dialogue IS NOT NULL
UNION ALL SELECT guild_id, 'announce', json_quote(announce) FROM guild_reading WHERE announce IS NOT NULL
UNION ALL SELECT guild_id, 'autoJoin', json_quote(auto_join) FROM guild_reading WHERE auto_join IS NOT NULL
UNION ALL SELECT guild_id, 'sharePercent', json_quote(share_percent) FROM guild_reading WHERE share_percent IS NOT NULL
UNION ALL SELECT guild_id, 'holdMs', json_quote(hold_ms) FROM guild_reading WHERE hold_ms IS NOT NULL;

INSERT INTO member_settings (guild_id, user_id, key, value)
SELECT guild_id, user_id, 'voice', json_quote(voice) FROM member_preferences WHERE voice IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'style', json_quote(style) FROM member_preferences WHERE style IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'delivery', json_quote(delivery) FROM member_preferences WHERE delivery IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'language', json_quote(language) FROM member_preferences WHERE language IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'speed', json_quote(speed) FROM member_preferences WHERE speed IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'preset', json_quote(preset) FROM member_preferences WHERE preset IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'reading', CASE reading WHEN 1 THEN 'true' ELSE 'false' END FROM member_preferences WHERE reading IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'spokenName', json_quote(spoken_name) FROM member_preferences WHERE spoken_name IS NOT NULL;

DROP TABLE guild_preferences;
DROP TABLE guild_voice;
DROP TABLE guild_reading;
DROP TABLE member_preferences;
