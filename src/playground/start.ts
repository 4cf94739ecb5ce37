import type { ProcessLogger } from "@herald/common/log.ts";
import { type FirstStep, InputError, type Trouble } from "@herald/playground";
import { type Administration, openAdministration, type ServiceTrouble } from "@herald/service/administration";
import type { Config } from "../config.ts";
import { Voices } from "../say/sound/voices.ts";
import { launchPlayground } from "./launch.ts";
import { pageTexts } from "./texts.ts";
import { openVoices } from "./voices.ts";

const speechTroubles = (service: Administration): readonly Trouble[] => {
	let current: ServiceTrouble | undefined;
	const toggle = (which: ServiceTrouble) => ({
		isOn: () => current === which,
		run: () => {
			current = current === which ? undefined : which;
			service.simulate(current);
		},
	});
	return [
		{ id: "slow-speech", label: pageTexts.slowSpeech, ...toggle("slow") },
		{ id: "failing-speech", label: pageTexts.failingSpeech, ...toggle("failing") },
		{
			id: "spend-credit",
			label: pageTexts.spendCredit,
			run: () => {
				if (!service.spendCredit()) throw new InputError(pageTexts.unlimited);
			},
		},
	];
};

/**
 * @param codes - codes to redeem
 * @returns the page's suggestions of what to try. The page leaves out commands that the application doesn't have
 */
const firstSteps = (codes: readonly string[]): readonly FirstStep[] => [
	{
		command: "say",
		values: { text: "Hello! I am Herald, and this is what I sound like." },
		atOnce: true,
	},
	{ command: "voice list", values: {} },
	{ command: "voice me", values: {} },
	{ command: "join", values: {} },
	{
		command: "redeem",
		values: codes[0] === undefined ? {} : { code: codes[0] },
		offers: { option: "code", values: codes },
	},
	{ command: "server", values: {} },
];

/**
 * The playground account's credit, in quota units: about four and a half minutes of speech, so that one can try
 * running out of credit.
 */
const startCredit = 20_000;
const codeCount = 3;
const codeUnits = 100_000;

/** By default, the playground's members may also install Herald for themselves. */
const installs = process.env.INSTALLS || "both";

/** By default, a playground has no limits per day. */
const withoutDay = Object.fromEntries(
	[
		"MEMBER_SECONDS_PER_DAY",
		"GUILD_SECONDS_PER_DAY",
		...(installs === "servers" ? [] : ["USER_SECONDS_PER_DAY", "ALL_USERS_SECONDS_PER_DAY"]),
	].map((name) => [name, process.env[name] || "0"]),
);

/**
 * Starts the playground with Herald, with codes to redeem and troubles of the embedded service to try.
 *
 * @param botEntry - Herald's entry file
 * @returns a function that stops bot and playground. With a grace in ms, the bot finishes its work first
 * @throws StartError with a sentence for the operator
 */
export const startPlayground = async (
	config: Config,
	logger: ProcessLogger,
	botEntry: URL,
): Promise<(graceMs?: number) => Promise<void>> => {
	// Invalid settings stop the launcher before they would stop the bot.
	new Voices(config.speech);
	const service = config.speech.baseUrl === "" ? openAdministration(config.dataDir) : undefined;
	const codes = service?.mintCodes(codeCount, codeUnits, "playground") ?? [];
	const stop = await launchPlayground({
		port: config.port,
		logger,
		botEntry,
		restartGraceMs: config.stopGraceMs,
		environment: {
			...withoutDay,
			INSTALLS: installs,
			...(service && { EMBEDDED_CREDIT: String(config.credit.embedded ?? startCredit) }),
		},
		firstSteps: firstSteps(codes),
		voices: service && openVoices(config.dataDir),
		chatHint: {
			text: pageTexts.nothingRead,
			command: "server",
			choose: { menu: "server:page", value: "reading" },
		},
		troubles: service ? speechTroubles(service) : [],
	});
	if (service) process.stdout.write(`Codes for /redeem: ${codes.join("  ")}\n`);
	return async (graceMs) => {
		await stop(graceMs);
		service?.close();
	};
};
