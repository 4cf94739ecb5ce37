/** The speech service as a process: alone, or as the bot's child, which it tells its port and key and never outlives. */
import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { StartError } from "../start-error.ts";
import { type RunningService, runService } from "./run-service.ts";
import type { ServiceMessage } from "./start-embedded.ts";

const tellParent = (message: ServiceMessage): void => {
	process.send?.(message);
};

const explain = (error: unknown): string => {
	if (error instanceof StartError) return error.message;
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE") return "PORT is taken by another program: choose another.";
	if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine.";
	if (code === "EACCES") return `The speech service may not do what it must: ${message}`;
	return `The speech service could not start: ${message}`;
};

const announce = ({ origin, port, keyFile, key }: RunningService, host: string): void => {
	if (process.send) {
		tellParent({ type: "ready", port, key });
		return;
	}
	const kept = {
		kept: "",
		made: " (new)",
		replaced: " (new: the old key's file was lost or it was disabled)",
	}[origin];
	const address = host.includes(":") ? `[${host}]` : host;
	process.stdout.write(
		`The speech service listens on http://${address}:${port}; its key is in ${keyFile}${kept}\n`,
	);
};

/** @throws ConfigError */
const readCredit = (value: string | undefined): { credit?: number } => {
	if (value === undefined || value.trim() === "") return {};
	if (/^\d{1,15}$/.test(value)) return { credit: Number(value) };
	throw new ConfigError(
		`EMBEDDED_CREDIT is "${value}": it wants a whole number of quota units, or nothing for no limit.`,
	);
};

const main = async (): Promise<void> => {
	const isChild = process.send !== undefined;
	const { DATA_DIR, HOST, PORT, LOG_LEVEL, EMBEDDED_CREDIT } = process.env;
	const { dataDir, host, port, logLevel } = readConfig({ DATA_DIR, HOST, PORT, LOG_LEVEL });
	const logger = createLogger("speech-service", logLevel);
	const service = await runService({ dataDir, host, port, logger, ...readCredit(EMBEDDED_CREDIT) });

	const stop = () => {
		service.stop().then(
			() => process.exit(0),
			() => process.exit(1),
		);
	};
	process.once("SIGTERM", stop);
	// Ctrl-C reaches the whole group: the parent still needs its child for what it lets end.
	if (isChild) process.on("SIGINT", () => {});
	else process.once("SIGINT", stop);
	process.once("disconnect", stop);
	if (isChild && !process.connected) stop();
	else announce(service, host);
};

main().catch((error: unknown) => {
	const message = explain(error);
	process.exitCode = 1;
	if (process.connected) {
		tellParent({ type: "failed", message });
		process.disconnect();
	} else process.stderr.write(`${message}\n`);
});
