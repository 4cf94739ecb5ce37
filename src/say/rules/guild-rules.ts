import { type Guild, type GuildMember, PermissionFlagsBits } from "discord.js";
import type { GuildSettings } from "../../settings/settings.ts";
import { Problem } from "../../shared/problem.ts";
import { isSpeakable } from "../../speech/text/speakable.ts";
import type { SayRequest } from "../sound/request.ts";
import type { ForbiddenWords } from "./forbidden-words.ts";

export interface GuildRules extends Pick<GuildSettings, "speakerRole" | "textMax"> {
	/** When the current quiet hours end, in ms since the epoch; undefined outside of them. */
	readonly quietEnd: number | undefined;
	readonly words: ForbiddenWords;
}

/**
 * @returns the Problem of a member without a role that the server requires: `role_required`, or `role_deleted` if the
 * role no longer exists
 */
export const withoutRole = ({ roles }: Guild, role: string) =>
	roles.cache.has(role) ? ({ kind: "role_required", role } as const) : ({ kind: "role_deleted" } as const);

/**
 * @returns why a member may not have texts spoken, if the server requires a role; undefined if they may. Managers, who
 * set the role, don't need it
 */
export const findRoleProblem = (role: string | null, member: GuildMember | undefined) => {
	if (role === null || !member || member.roles.cache.has(role)) return undefined;
	return member.permissions.has(PermissionFlagsBits.ManageGuild)
		? undefined
		: withoutRole(member.guild, role);
};

/** @throws {@link Problem} if a member may not have texts spoken, or none of this length in UTF-16 units */
export const checkLimits = (
	{ speakerRole, textMax }: Pick<GuildRules, "speakerRole" | "textMax">,
	member: GuildMember | undefined,
	length: number,
): void => {
	const problem = findRoleProblem(speakerRole, member);
	if (problem) throw new Problem(problem);
	if (textMax !== null && length > textMax) throw new Problem({ kind: "text_too_long", max: textMax });
};

/** @throws {@link Problem} if a text may not be spoken for this member, or has nothing to speak */
export const checkRules = (
	{ words, ...limits }: GuildRules,
	member: GuildMember | undefined,
	{ written, speakable, style, turns = [] }: Pick<SayRequest, "written" | "speakable" | "style" | "turns">,
): void => {
	checkLimits(limits, member, written.length);
	// A model might speak a style that is in its prompt.
	const styles = new Set([style, ...turns.map((turn) => turn.style)]);
	if ([written, speakable, ...styles].some((text) => text !== undefined && words.areIn(text)))
		throw new Problem({ kind: "forbidden_word" });
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
};
