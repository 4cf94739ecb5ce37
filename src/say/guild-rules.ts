import { Problem } from "../problem.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { GuildPreferences } from "../store/preferences.ts";
import { findForbidden } from "./forbidden-words.ts";
import type { SayRequest } from "./recent-requests.ts";

/** Who speaks, as far as a guild's limits are concerned. */
export interface GuildRules extends Pick<GuildPreferences, "speakerRole" | "textMax"> {
	/** What is not spoken. */
	readonly words: readonly string[];
}

/** Who wants something said. */
export interface Speaker {
	/** The ids of the member's roles. */
	readonly roles: readonly string[];
	/** Whether the member manages the server: the speaker role doesn't apply to managers, who set it. */
	readonly manages: boolean;
}

/** @throws {@link Problem} when a text is not to be spoken for this member, or has nothing to speak */
export const checkRules = (
	{ speakerRole, textMax, words }: GuildRules,
	speaker: Speaker,
	{ written, speakable }: Pick<SayRequest, "written" | "speakable">,
): void => {
	if (speakerRole !== null && !speaker.manages && !speaker.roles.includes(speakerRole))
		throw new Problem({ kind: "role_required", role: speakerRole });
	if (textMax !== null && written.length > textMax)
		throw new Problem({ kind: "text_too_long", max: textMax });
	if (findForbidden(written, words) ?? findForbidden(speakable, words))
		throw new Problem({ kind: "forbidden_word" });
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
};
