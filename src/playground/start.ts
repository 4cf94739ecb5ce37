import type { ProcessLogger } from "@herald/common/log.ts";
import { type FirstStep, InputError, type Trouble } from "@herald/playground";
import { openAdministration } from "@herald/service/administration";
import type { Config } from "../config.ts";
import { Voices } from "../say/sound/voices.ts";
import { launchPlayground } from "./launch.ts";
import { pageTexts } from "./texts.ts";
import { openVoices } from "./voices.ts";

type SimulatedTrouble = "slow" | "failing";

/** The speech service as the page can disturb it. */
interface TroubledSpeech {
	/** Simulates a trouble instead of the current one, or ends it. */
	simulate(trouble: SimulatedTrouble | undefined): void;
	/** @returns whether there was credit to take */
	spendCredit(): boolean;
}

/** The troubles with speech: a slow service, a failing one, and one without credit. */
const speechTroubles = (service: TroubledSpeech): readonly Trouble[] => {
	let current: SimulatedTrouble | undefined;
	const toggle = (which: SimulatedTrouble) => ({
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
 * @returns the page's suggestions of what to try; commands that the application doesn't have are left out.
 *
 * @param codes - to redeem
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

/** Quota units: about four and a half minutes of speech, little enough that running out of credit can be seen. */
const startCredit = 20_000;
const codeCount = 3;
const codeUnits = 100_000;

/** Members of the playground may install Herald, too, unless the operator says otherwise. */
const installs = process.env.INSTALLS || "both";

/** A playground has no limit for a day, unless the operator has set one. */
const withoutDay = Object.fromEntries(
	[
		"MEMBER_SECONDS_PER_DAY",
		"GUILD_SECONDS_PER_DAY",
		...(installs === "servers" ? [] : ["USER_SECONDS_PER_DAY", "ALL_USERS_SECONDS_PER_DAY"]),
	].map((name) => [name, process.env[name] || "0"]),
);

/**
 * Starts the playground and Herald in it, with codes to redeem and troubles of the embedded service to try.
 *
 * @param botEntry - the program that is Herald, given a token
 * @returns a function that stops both, as {@link launchPlayground} says
 * @throws StartError with a sentence for the operator
 */
export const startPlayground = async (
	config: Config,
	logger: ProcessLogger,
	botEntry: URL,
): Promise<(graceMs?: number) => Promise<void>> => {
	// Invalid settings stop the launcher, before they would stop the bot.
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
		chatHint: { text: pageTexts.nothingRead, command: "server" },
		troubles: service ? speechTroubles(service) : [],
	});
	if (service) process.stdout.write(`Codes for /redeem: ${codes.join("  ")}\n`);
	return async (graceMs) => {
		await stop(graceMs);
		service?.close();
	};
};
