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

/** The member who asks for speech. */
export interface Requester {
	/** The ids of the member's roles. */
	readonly roles: readonly string[];
	/** Whether the member manages the server: the speaker role doesn't apply to managers, who set it. */
	readonly manages: boolean;
	/** The server's roles by their ids. */
	readonly ofServer: Pick<ReadonlyMap<string, unknown>, "has">;
}

/** @returns what keeps a member without the speaker role from having texts spoken */
export const findRoleProblem = (role: string | null, { roles, manages, ofServer }: Requester) => {
	if (role === null || manages || roles.includes(role)) return undefined;
	return ofServer.has(role)
		? ({ kind: "role_required", role } as const)
		: ({ kind: "role_deleted" } as const);
};

/** @throws {@link Problem} when this member may not have texts spoken, or none of this length, in characters */
export const checkRequester = (
	{ speakerRole, textMax }: Pick<GuildRules, "speakerRole" | "textMax">,
	requester: Requester,
	length: number,
): void => {
	const problem = findRoleProblem(speakerRole, requester);
	if (problem) throw new Problem(problem);
	if (textMax !== null && length > textMax) throw new Problem({ kind: "text_too_long", max: textMax });
};

/** @throws {@link Problem} when a text is not to be spoken for this member, or has nothing to speak */
export const checkRules = (
	{ words, ...limits }: GuildRules,
	requester: Requester,
	{ written, speakable, style, turns = [] }: Pick<SayRequest, "written" | "speakable" | "style" | "turns">,
): void => {
	checkRequester(limits, requester, written.length);
	// Where a style is part of the prompt, it may be spoken too.
	const styles = new Set([style, ...turns.map((turn) => turn.style)]);
	if ([written, speakable, ...styles].some((text) => text !== undefined && words.areIn(text)))
		throw new Problem({ kind: "forbidden_word" });
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
};
