-- What guilds and members chose: a setting's key, and its value in JSON. What was not chosen has no row.
CREATE TABLE guild_settings (
	guild_id TEXT COLLATE "C" NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	value TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (guild_id, key)
);

CREATE TABLE member_settings (
	guild_id TEXT COLLATE "C" NOT NULL,
	user_id TEXT COLLATE "C" NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	value TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (guild_id, user_id, key)
);

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'voice', to_json(voice)::text FROM guild_preferences WHERE voice IS NOT NULL
UNION ALL SELECT guild_id, 'style', to_json(style)::text FROM guild_preferences WHERE style IS NOT NULL
UNION ALL SELECT guild_id, 'delivery', to_json(delivery)::text FROM guild_preferences WHERE delivery IS NOT NULL
UNION ALL SELECT guild_id, 'language', to_json(language)::text FROM guild_preferences WHERE language IS NOT NULL
UNION ALL SELECT guild_id, 'speed', to_json(speed)::text FROM guild_preferences WHERE speed IS NOT NULL
UNION ALL SELECT guild_id, 'preset', to_json(preset)::text FROM guild_preferences WHERE preset IS NOT NULL
UNION ALL SELECT guild_id, 'secondsPerDay', to_json(seconds_per_day)::text FROM guild_preferences WHERE seconds_per_day IS NOT NULL
UNION ALL SELECT guild_id, 'textMax', to_json(text_max)::text FROM guild_preferences WHERE text_max IS NOT NULL
UNION ALL SELECT guild_id, 'speakerRole', to_json(speaker_role)::text FROM guild_preferences WHERE speaker_role IS NOT NULL;

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'aloneSeconds', to_json(alone_seconds)::text FROM guild_voice WHERE alone_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'idleSeconds', to_json(idle_seconds)::text FROM guild_voice WHERE idle_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'textSeconds', to_json(text_seconds)::text FROM guild_voice WHERE text_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'volumeDb', to_json(volume_db)::text FROM guild_voice WHERE volume_db IS NOT NULL;

INSERT INTO guild_settings (guild_id, key, value)
SELECT guild_id, 'voiceChat', CASE voice_chat WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE voice_chat IS NOT NULL
UNION ALL SELECT guild_id, 'names', to_json(names)::text FROM guild_reading WHERE names IS NOT NULL
UNION ALL SELECT guild_id, 'listenersOnly', CASE listeners_only WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE listeners_only IS NOT NULL
UNION ALL SELECT guild_id, 'maxSeconds', to_json(max_seconds)::text FROM guild_reading WHERE max_seconds IS NOT NULL
UNION ALL SELECT guild_id, 'dialogue', CASE dialogue WHEN 1 THEN 'true' ELSE 'false' END FROM guild_reading WHERE dialogue IS NOT NULL
UNION ALL SELECT guild_id, 'announce', to_json(announce)::text FROM guild_reading WHERE announce IS NOT NULL
UNION ALL SELECT guild_id, 'autoJoin', to_json(auto_join)::text FROM guild_reading WHERE auto_join IS NOT NULL
UNION ALL SELECT guild_id, 'sharePercent', to_json(share_percent)::text FROM guild_reading WHERE share_percent IS NOT NULL
UNION ALL SELECT guild_id, 'holdMs', to_json(hold_ms)::text FROM guild_reading WHERE hold_ms IS NOT NULL;

INSERT INTO member_settings (guild_id, user_id, key, value)
SELECT guild_id, user_id, 'voice', to_json(voice)::text FROM member_preferences WHERE voice IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'style', to_json(style)::text FROM member_preferences WHERE style IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'delivery', to_json(delivery)::text FROM member_preferences WHERE delivery IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'language', to_json(language)::text FROM member_preferences WHERE language IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'speed', to_json(speed)::text FROM member_preferences WHERE speed IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'preset', to_json(preset)::text FROM member_preferences WHERE preset IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'reading', CASE reading WHEN 1 THEN 'true' ELSE 'false' END FROM member_preferences WHERE reading IS NOT NULL
UNION ALL SELECT guild_id, user_id, 'spokenName', to_json(spoken_name)::text FROM member_preferences WHERE spoken_name IS NOT NULL;

DROP TABLE guild_preferences;
DROP TABLE guild_voice;
DROP TABLE guild_reading;
DROP TABLE member_preferences;
