-- What a speech service lists of its voices, as JSON; when it was last asked, and when it last answered.
CREATE TABLE voice_library (
	service TEXT COLLATE "C" PRIMARY KEY,
	voices TEXT COLLATE "C" NOT NULL,
	asked_at BIGINT NOT NULL,
	listed_at BIGINT NOT NULL
);
