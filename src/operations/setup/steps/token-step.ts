import { readSecret } from "@herald/common/environment.ts";
import { StartError } from "@herald/common/start-error.ts";
import { readTokenForm } from "../../../discord/bot-token.ts";
import { checkToken, describeIdentity, type Identity, portal, wrongForms } from "../../ask-discord.ts";
import type { SettingChanges } from "../env-file.ts";
import { type Context, readSecretFile } from "../options.ts";

export interface SettledToken {
	readonly identity: Identity;
	readonly asking: Context["asking"] & { readonly token: string };
	readonly changes: SettingChanges;
}

/** @returns Discord's answer to a token, or a sentence about what was given instead of a token */
const tryToken = async (given: string, { asking }: Context) => {
	const form = readTokenForm(given);
	if (form.kind !== "token") return wrongForms[form.kind];
	const withToken = { ...asking, token: form.token };
	return { check: await checkToken(withToken), asking: withToken };
};

/**
 * Tries a token until Discord accepts it.
 *
 * @returns the accepted token and its bot, with empty `changes`; undefined if the operator has to give another token,
 * or wants to give one
 * @throws StartError if Discord doesn't accept the token and nobody can be asked
 */
const tryUntil = async (given: string, context: Context): Promise<SettledToken | undefined> => {
	const { terminal } = context;
	for (;;) {
		const tried = await tryToken(given, context);
		if (typeof tried === "string") {
			if (!terminal.asks) throw new StartError(tried);
			terminal.complain(tried);
			return undefined;
		}
		const { check, asking } = tried;
		if (check.kind === "accepted") return { identity: check.identity, asking, changes: {} };
		if (!terminal.asks) throw new StartError(check.sentence);
		terminal.complain(check.sentence);
		if (check.kind === "refusal" && !check.mayPass) return undefined;
		const next = await terminal.choose(
			"What now?",
			[
				{ value: "again", label: "Try again" },
				{ value: "other", label: "Take another token" },
				...(check.kind === "clock" ? [{ value: "on", label: "Go on with this clock" }] : []),
			],
			"again",
		);
		if (next === "on" && check.kind === "clock") return { identity: check.identity, asking, changes: {} };
		if (next === "other") return undefined;
	}
};

/** The token is kept in one place: if it was in a file of its own, the setting that names the file is emptied. */
const changesOf = (token: string, { settings }: Context): SettingChanges => ({
	DISCORD_TOKEN: token,
	...(settings.DISCORD_TOKEN_FILE && { DISCORD_TOKEN_FILE: "" }),
});

const askForToken = async (context: Context): Promise<SettledToken> => {
	const { terminal, environment, settings } = context;
	terminal.say(
		`1. Open ${portal} and press New Application, or choose yours.`,
		"2. Open Bot, press Reset Token, and copy the token. Nothing else has to be set there.",
		"3. Paste it here. It is checked, and kept in .env alone.",
	);
	for (;;) {
		const settled = await tryUntil(await terminal.secret("The bot's token"), context);
		if (!settled) continue;
		terminal.say(`Discord accepts the token of ${describeIdentity(settled.identity)}.`);
		if (environment.DISCORD_TOKEN && environment.DISCORD_TOKEN !== settings.DISCORD_TOKEN)
			terminal.say("DISCORD_TOKEN is also set in the environment, which comes first: remove it there.");
		return { ...settled, changes: changesOf(settled.asking.token, context) };
	}
};

/**
 * Settles on a token that Discord accepts: the one in the options, the one in the settings, or one that the operator
 * types.
 *
 * @param asksAnew - whether to replace the token in the settings, if somebody can be asked
 * @throws StartError with a sentence, if no token is accepted and nobody can be asked
 */
export const settleToken = async (context: Context, asksAnew: boolean): Promise<SettledToken> => {
	const { terminal, options, environment } = context;
	terminal.title("The token");
	const given = options.tokenFile === undefined ? undefined : readSecretFile(options.tokenFile);
	const known = given ?? (asksAnew && terminal.asks ? undefined : readSecret(environment, "DISCORD_TOKEN"));
	if (known === undefined) {
		if (terminal.asks) return askForToken(context);
		throw new StartError(
			`There is no token: name its file with --token-file, or set DISCORD_TOKEN. It is at ${portal}, under Bot.`,
		);
	}
	const settled = await tryUntil(known, context);
	if (!settled) return askForToken(context);
	terminal.say(`Discord accepts the token of ${describeIdentity(settled.identity)}.`);
	const isForOther = options.part !== undefined && options.part !== "token";
	const isKept = given === undefined && (environment.DISCORD_TOKEN_FILE || isForOther);
	return isKept ? settled : { ...settled, changes: changesOf(settled.asking.token, context) };
};
