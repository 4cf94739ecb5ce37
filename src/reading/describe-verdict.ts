import { showText } from "../discord/show-text.ts";
import { joinParts } from "../say/join-parts.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { estimateSeconds } from "../speech/text/script.ts";
import type { Translate } from "../texts/index.ts";
import type { Composed } from "./compose.ts";
import type { SkipReason } from "./skip-reason.ts";

/** The most characters that are shown of what would be spoken. */
const shownMax = 1_000;

/** @returns why a message isn't read, in a sentence; @param role - the id of the role that may speak */
export const describeSkip = (reason: SkipReason, role: string | null, t: Translate): string =>
	reason === "role_required" ? t("skip.role_required", { role: `<@&${role}>` }) : t(`skip.${reason}`);

const listLines = ({ lead, body, extras }: Composed, { names }: AppliedGuildSettings): string[] =>
	[...(names === "off" ? [] : [lead]), body, ...extras].filter((line) => line !== "");

/** @returns about how long a message takes to read, in seconds */
export const estimateMessage = (composed: Composed, settings: AppliedGuildSettings): number =>
	listLines(composed, settings).reduce((sum, line) => sum + estimateSeconds(line), 0);

/** @returns what would be spoken of a message; undefined if it is nothing but a name */
export const describeWords = (
	composed: Composed,
	settings: AppliedGuildSettings,
	t: Translate,
): string | undefined => {
	const { lead, body, turns, extras } = composed;
	const said = turns?.map(({ speaker, speakable }) => `${speaker}: ${speakable}`) ?? [body];
	if (body === "" && extras.length === 0) return undefined;
	const name = settings.names === "off" ? "" : `${lead}: `;
	return t("verdict.words", { words: showText(`${name}${joinParts([...said, ...extras])}`, shownMax) });
};

/** @returns about what a message costs; @param leftMs - what is left of the day to its author, if there is a limit */
export const describeCost = (seconds: number, leftMs: number | undefined, t: Translate): string => {
	const cost = { seconds: Math.ceil(seconds) };
	return leftMs === undefined
		? t("verdict.cost", cost)
		: t("verdict.cost.left", { ...cost, left: Math.floor(leftMs / 1_000) });
};
