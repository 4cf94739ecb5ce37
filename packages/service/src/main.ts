/**
 * The speech service as a process: alone, or as the bot's child. The child reports its port to the bot, and ends when
 * the bot ends.
 */

import { connect } from "@herald/common/child.ts";
import { warnOfRemoved } from "@herald/common/environment.ts";
import { createLogger, type Logger, openTerminal } from "@herald/common/log.ts";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { refuseToStart } from "@herald/common/process/refuse-to-start.js";
import { endWithNpm, notifyWatchdog } from "@herald/common/process/supervisors.ts";
import { StartError, type StartReason } from "@herald/common/start-error.ts";
import { warnOfOthers } from "@herald/common/storage/private-file.ts";
import { readConfig } from "./config.ts";
import { forwardMeasures } from "./measures.ts";
import { type RunningService, runService } from "./run-service.ts";
import type { ServiceParent } from "./start-embedded.ts";

const parent = connect<ServiceParent>(process);
/** Ignores that there is no parent, or none any more. */
const ignore = () => {};

const explain = (error: unknown): string => {
	if (error instanceof StartError) return error.message;
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE") return "PORT is in use by another program: choose another.";
	if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
		return `HOST must be one of this machine's addresses, such as 127.0.0.1, not "${process.env.HOST}".`;
	if (code === "EACCES") return `The speech service lacks a permission it needs: ${message}`;
	return `The speech service couldn't start: ${message}`;
};

/** System errors have a code; an error without one is a bug. */
const reasonOf = (error: unknown): StartReason => {
	if (error instanceof StartError) return error.reason;
	return (error as NodeJS.ErrnoException).code === undefined ? "bug" : "other";
};

const announce = ({ origin, port, keyFile, key, voices }: RunningService, host: string): void => {
	if (process.send) {
		parent.ready({ port, key, voices: voices() }).catch(ignore);
		forwardMeasures((...measured) => void parent.measure(...measured).catch(ignore));
		return;
	}
	const kept = {
		kept: "",
		made: " (new)",
		replaced: " (new: the old key was disabled or its file lost)",
	}[origin];
	const address = host.includes(":") ? `[${host}]` : host;
	process.stdout.write(`Speech service listening on http://${address}:${port}, key in ${keyFile}${kept}\n`);
};

const usage = `Run the speech service alone, until a signal.

  npm run service

Its settings (HOST, PORT, DATA_DIR and others) are in .env or the environment: see docs/service.md.
`;

const main = async (): Promise<void> => {
	offerHelp(usage);
	notifyWatchdog();
	const isChild = process.send !== undefined;
	const { logLevel, ...config } = readConfig(process.env);
	const logger: Logger = createLogger("speech-service", logLevel, await openTerminal());
	if (!isChild) warnOfRemoved(process.env, logger);
	const service = await runService({
		...config,
		logger,
		onVoices: (voices) => void parent.voices(voices).catch(ignore),
	});

	if (!isChild) warnOfOthers(config.dataDir, logger);

	const stop = () => {
		service.stop().then(
			() => process.exit(0),
			() => process.exit(1),
		);
	};
	// Ctrl-C and a supervisor's SIGTERM reach the child, too. The child ignores them, because its parent needs it
	// until what is in progress is finished. Then the parent disconnects, and the child stops.
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		if (isChild) process.on(signal, () => {});
		else process.once(signal, stop);
	}
	if (!isChild) endWithNpm(stop);
	process.once("disconnect", stop);
	if (isChild && !process.connected) stop();
	else announce(service, config.host);
};

main().catch((error: unknown) => {
	const message = explain(error);
	if (!process.connected) refuseToStart(reasonOf(error), message, "speech-service");
	process.exitCode = 1;
	parent.failed(reasonOf(error), message).catch(ignore);
	process.disconnect();
});
