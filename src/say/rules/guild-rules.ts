import { type Guild, type GuildMember, PermissionFlagsBits } from "discord.js";
import type { GuildSettings } from "../../settings/settings.ts";
import { Problem } from "../../shared/problem.ts";
import { isSpeakable } from "../../speech/text/speakable.ts";
import type { SayRequest } from "../sound/request.ts";
import type { ForbiddenWords } from "./forbidden-words.ts";

/** A guild's limits on what is spoken, and for which members. */
export interface GuildRules extends Pick<GuildSettings, "speakerRole" | "textMax"> {
	/** When the current quiet hours end, in ms; undefined outside of them. */
	readonly quietEnd: number | undefined;
	/** Words that aren't spoken. */
	readonly words: ForbiddenWords;
}

/** @returns what members are told who lack a role that their server asks for */
export const withoutRole = ({ roles }: Guild, role: string) =>
	roles.cache.has(role) ? ({ kind: "role_required", role } as const) : ({ kind: "role_deleted" } as const);

/** @returns what keeps a member without the speaker role from having texts spoken; managers, who set it, need none */
export const findRoleProblem = (role: string | null, member: GuildMember | undefined) => {
	if (role === null || !member || member.roles.cache.has(role)) return undefined;
	return member.permissions.has(PermissionFlagsBits.ManageGuild)
		? undefined
		: withoutRole(member.guild, role);
};

/** @throws {@link Problem} when this member may not have texts spoken, or none of this length, in characters */
export const checkLimits = (
	{ speakerRole, textMax }: Pick<GuildRules, "speakerRole" | "textMax">,
	member: GuildMember | undefined,
	length: number,
): void => {
	const problem = findRoleProblem(speakerRole, member);
	if (problem) throw new Problem(problem);
	if (textMax !== null && length > textMax) throw new Problem({ kind: "text_too_long", max: textMax });
};

/** @throws {@link Problem} when a text is not to be spoken for this member, or has nothing to speak */
export const checkRules = (
	{ words, ...limits }: GuildRules,
	member: GuildMember | undefined,
	{ written, speakable, style, turns = [] }: Pick<SayRequest, "written" | "speakable" | "style" | "turns">,
): void => {
	checkLimits(limits, member, written.length);
	// Where a style is part of the prompt, it may be spoken too.
	const styles = new Set([style, ...turns.map((turn) => turn.style)]);
	if ([written, speakable, ...styles].some((text) => text !== undefined && words.areIn(text)))
		throw new Problem({ kind: "forbidden_word" });
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
};
