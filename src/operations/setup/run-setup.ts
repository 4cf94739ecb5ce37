import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "@herald/common/start-error.ts";
import { readConfig, readInstalls } from "../../config.ts";
import { describeIdentity } from "../ask-discord.ts";
import {
	changeSettings,
	describeChanges,
	onlyNew,
	previousOf,
	readEnvFile,
	readSettings,
	type SettingChanges,
	writeEnvFile,
} from "./env-file.ts";
import type { Context, SetupPart } from "./options.ts";
import { changeApplication, reviewApplication, settleApplication } from "./steps/application-step.ts";
import { describeGuilds, listGuilds, listInvites, showInvites } from "./steps/invite-step.ts";
import { type SettledToken, settleToken } from "./steps/token-step.ts";
import { describeVoice, settleVoice } from "./steps/voice-step.ts";

type CompleteResult = Awaited<ReturnType<typeof runSetup>>;
/**
 * The result of the setup, as `--json` prints it. If a StartError ended the setup, the result has only `ok` and
 * `problems`.
 */
export type SetupResult = Partial<CompleteResult> & Pick<CompleteResult, "ok" | "problems">;

export interface SetupSituation extends Pick<Context, "terminal" | "options" | "environment" | "wait"> {
	/** The longest wait for each of Discord's answers, in ms. */
	readonly patienceMs?: number;
	readonly now?: () => number;
	/** Gets a natural voice for a language, as `npm run voices -- get` does. */
	readonly getVoice: (language: string) => Promise<void>;
}

const example = new URL("../../../.env.example", import.meta.url);

/**
 * Shows the current state.
 *
 * @returns the part that the operator wants to change; undefined for none
 */
const choosePart = async (context: Context, { identity, asking }: SettledToken) => {
	const { terminal } = context;
	const { change, byHand } = reviewApplication(context, identity);
	const missing = Object.keys(change).length + byHand.length;
	const guilds = (await listGuilds(asking)) ?? [];
	terminal.title("What is set");
	terminal.say(
		`Token: ${describeIdentity(identity)}`,
		`Application: ${missing === 0 ? "all is set" : missing === 1 ? "one thing is missing" : `${missing} things are missing`}`,
		`Voice: ${describeVoice(context.environment)}`,
		`Servers: ${guilds.length === 0 ? "none yet" : describeGuilds(guilds)}`,
	);
	return terminal.choose<SetupPart | undefined>(
		"What do you want to change?",
		[
			{ value: undefined, label: "Nothing" },
			{ value: "token", label: "The token" },
			{ value: "application", label: "The application" },
			{ value: "voice", label: "The voice" },
			{ value: "invite", label: "Add Herald to a server" },
		],
		missing > 0 ? "application" : guilds.length === 0 ? "invite" : undefined,
	);
};

/**
 * Shows what would be written, and writes it if the operator agrees.
 *
 * @returns the names of the settings that were written; a sentence if the operator didn't agree
 */
const writeSettings = async (
	{ terminal, options, file }: Context,
	before: string | undefined,
	wanted: SettingChanges,
): Promise<readonly string[] | string> => {
	// The container has no example file.
	const text = before ?? readEnvFile(fileURLToPath(example)) ?? "";
	const changes = onlyNew(text, wanted);
	const names = Object.keys(changes);
	if (names.length === 0) return [];
	const changed = changeSettings(text, changes);
	terminal.title(before === undefined ? `A new file, ${file}` : file);
	terminal.say(...describeChanges(text, changes));
	const isWanted = options.yes || (terminal.asks && (await terminal.confirm(`Write ${file}?`, true)));
	if (!isWanted) return `${file} wasn't written${terminal.asks ? "" : ": --yes writes it"}.`;
	writeEnvFile(file, changed);
	terminal.say(
		before === undefined
			? `Wrote ${file}, which only this user can read.`
			: `Wrote ${file}. What was there is in ${previousOf(file)}.`,
	);
	return names;
};

/** Changes the application. @returns the changed fields and, if some weren't changed, a sentence that says so */
const carryOut = async (
	{ terminal }: Context,
	{ plan, isWanted }: Awaited<ReturnType<typeof settleApplication>>,
	{ asking, identity }: SettledToken,
): ReturnType<typeof changeApplication> => {
	if (Object.keys(plan.change).length === 0 || (!isWanted && terminal.asks)) return { fields: [] };
	if (!isWanted) return { fields: [], problem: "Nothing of the application was changed: --yes changes it." };
	const done = await changeApplication(plan, asking, identity.application.id);
	if (done.problem) terminal.complain(done.problem);
	else terminal.say("The application is changed.");
	return done;
};

const sayNext = ({ terminal, options }: Context, isIn: boolean): void => {
	if (options.json) return;
	terminal.title("What comes next");
	terminal.say(
		`npm start starts Herald${isIn ? ": then type /say in the server" : ""}.`,
		"To keep it running: docker compose up -d, or deploy/herald.service with systemd.",
		"npm run doctor says what is wrong, and npm run setup changes something.",
	);
};

/**
 * Runs the setup, or one part of it. Nothing is changed before everything has been asked.
 *
 * @throws StartError with a sentence for the operator; Cancellation if they press Ctrl-C
 */
export const runSetup = async (situation: SetupSituation) => {
	const { terminal, options, environment: given, patienceMs = 10_000, now = Date.now, wait } = situation;
	const file = given.ENV_FILE || ".env";
	const before = readEnvFile(resolve(file));
	const settings = readSettings(before ?? "");
	const environment = { ...settings, ...given };
	const { apiUrl } = readConfig({ DISCORD_API_URL: environment.DISCORD_API_URL }).discord;
	const asking = { apiUrl, patienceMs, now };
	const context: Context = { terminal, options, environment, settings, file, asking, wait };

	const isKnown = Boolean(settings.DISCORD_TOKEN || settings.DISCORD_TOKEN_FILE);
	const token = await settleToken(context, options.part === "token");
	const asksPart = options.part === undefined && isKnown && terminal.asks && !options.yes;
	const part = asksPart ? await choosePart(context, token) : options.part;
	const isFor = (each: SetupPart) => (asksPart || part !== undefined ? part === each : true);
	const settled = asksPart && part === "token" ? await settleToken(context, true) : token;
	const { identity } = settled;

	const application = isFor("application") ? await settleApplication(context, identity) : undefined;
	const voice = isFor("voice") ? await settleVoice(context) : undefined;
	const changes = { ...settled.changes, ...application?.changes, ...voice?.changes };
	// Settings that don't fit together are refused before they are written.
	readConfig({ ...environment, ...changes });
	const written = await writeSettings(context, before, changes);
	if (voice?.language !== undefined && typeof written !== "string") await situation.getVoice(voice.language);
	const done = application ? await carryOut(context, application, settled) : { fields: [] };
	const invites = listInvites(identity, readInstalls({ INSTALLS: changes.INSTALLS ?? environment.INSTALLS }));
	const guilds = isFor("invite")
		? await showInvites(context, invites, settled.asking, part === "invite")
		: ((await listGuilds(settled.asking)) ?? []);
	const problems = [typeof written === "string" ? written : [], done.problem ?? []].flat();
	for (const problem of problems) if (problem !== done.problem) terminal.complain(problem);
	if (problems.length === 0) sayNext(context, guilds.length > 0);
	return {
		ok: problems.length === 0,
		application: {
			id: identity.application.id,
			name: identity.application.name,
			changed: done.fields,
			/** Sentences about what a person has to do. */
			byHand: application?.plan.byHand ?? [],
		},
		/** The file, and the names of the settings that were written to it. */
		settings: { file, changed: typeof written === "string" ? [] : written },
		invites,
		servers: guilds.map(({ name }) => name),
		/** Sentences about what is wrong or wasn't done. */
		problems,
	};
};

/** @returns the result of a setup that ended with a StartError @throws any other error */
export const failedWith = (error: unknown): SetupResult => {
	if (!(error instanceof StartError)) throw error;
	return { ok: false, problems: [error.message] };
};
