import { defer } from "@herald/common/defer.ts";
import { renderUnicodeCompact } from "uqr";
import { z } from "zod";
import type { Installs } from "../../../config.ts";
import { inviteAddress, memberInviteAddress } from "../../../discord/bot-token.ts";
import { askDiscord, type DiscordAccess, type Identity } from "../../ask-discord.ts";
import { enumerate } from "../../kept-files.ts";
import type { Context } from "../options.ts";

/** The addresses that add Herald, for the installs that are allowed. */
export type Invites = ReturnType<typeof listInvites>;

const receivedGuilds = z.array(z.object({ id: z.string(), name: z.string() }));
export type Guild = z.infer<typeof receivedGuilds>[number];

/** How often to check whether Herald was added, in ms. Each check counts toward Discord's rate limits. */
const lookEveryMs = 2_000;
/** How long to wait by default for Herald to be added to a server, in s, if the terminal can ask. */
const usualWaitSeconds = 600;
/** How many servers are listed by name. */
const namesMax = 5;

export const listInvites = ({ application, inviteOrigin }: Identity, { servers, members }: Installs) => ({
	...(servers && { server: inviteAddress(application.id, undefined, inviteOrigin) }),
	...(members && { members: memberInviteAddress(application.id, inviteOrigin) }),
});

/** @returns the servers that Herald is in, at most two hundred; undefined if the request fails */
export const listGuilds = async (asking: DiscordAccess): Promise<readonly Guild[] | undefined> => {
	const answer = await askDiscord(asking, "/users/@me/guilds");
	return answer.kind === "answer" ? receivedGuilds.safeParse(answer.body).data : undefined;
};

export const describeGuilds = (guilds: readonly Guild[]): string => {
	const names = guilds.slice(0, namesMax).map(({ name }) => name);
	const more = guilds.length - names.length;
	return `Herald is in ${enumerate(more > 0 ? [...names, `${more} others`] : names)}.`;
};

/** Prints an address, with a QR code if the terminal is wide enough and doesn't print only plain lines. */
const printInvite = ({ terminal }: Context, label: string, address: string): void => {
	terminal.say(label);
	terminal.print(address);
	const code = renderUnicodeCompact(address, { border: 2 }).split("\n");
	const width = Math.max(...code.map((line) => line.length));
	if (!terminal.isPlain && width <= terminal.columns) terminal.print("", ...code);
};

/**
 * Waits until Herald is added to a server, the time is over, or the operator presses Ctrl-C.
 *
 * @returns the servers that Herald was added to during the wait; empty if there are none
 */
const waitForGuild = async (
	{ wait, asking: { now } }: Context,
	asking: DiscordAccess,
	known: readonly Guild[],
	seconds: number,
): Promise<readonly Guild[]> => {
	const ids = new Set(known.map(({ id }) => id));
	const until = now() + seconds * 1_000;
	const goingOn = new AbortController();
	const goOn = () => goingOn.abort();
	process.once("SIGINT", goOn);
	using _listening = defer(() => process.off("SIGINT", goOn));
	while (now() < until && !goingOn.signal.aborted) {
		const added = ((await listGuilds(asking)) ?? []).filter(({ id }) => !ids.has(id));
		if (added.length > 0) return added;
		await wait(lookEveryMs, goingOn.signal).catch(() => {});
	}
	return [];
};

/**
 * Shows the invites. If Herald is in no server, or `wantsMore`, waits a while for Herald to be added to a server; Ctrl-C
 * ends the wait.
 *
 * @returns the servers that Herald is in afterwards
 */
export const showInvites = async (
	context: Context,
	invites: Invites,
	asking: DiscordAccess,
	wantsMore: boolean,
): Promise<readonly Guild[]> => {
	const { terminal, options } = context;
	terminal.title("The invite");
	if (invites.server) printInvite(context, "This adds Herald to a server:", invites.server);
	if (invites.members)
		printInvite(context, "With this, members install Herald for themselves:", invites.members);
	const known = (await listGuilds(asking)) ?? [];
	if (known.length > 0) terminal.say(describeGuilds(known));
	const seconds = options.waitSeconds ?? (terminal.asks ? usualWaitSeconds : 0);
	const waits = invites.server !== undefined && seconds > 0 && (known.length === 0 || wantsMore);
	if (!waits) return known;
	terminal.say("Waiting until Herald is added to a server. Ctrl-C goes on without.");
	const added = await waitForGuild(context, asking, known, seconds);
	if (added.length > 0) terminal.say(describeGuilds(added));
	return [...known, ...added];
};
