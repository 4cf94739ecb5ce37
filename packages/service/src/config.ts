import { commonSettings, readEngineSettings, readEnvironment } from "@herald/common/environment.ts";

/** @throws ConfigError with one sentence about the first setting that is wrong */
export const readConfig = (env: NodeJS.ProcessEnv) => {
	const value = readEnvironment(commonSettings, env);
	return {
		dataDir: value.DATA_DIR,
		host: value.HOST,
		port: value.PORT,
		logLevel: value.LOG_LEVEL,
		engine: readEngineSettings(value),
		credit: value.EMBEDDED_CREDIT,
	};
};
