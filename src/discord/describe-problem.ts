import type { ProblemDetail, VoiceTrouble } from "../shared/problem.ts";
import { describeCommand } from "../texts/describe-command.ts";
import type { Translate } from "../texts/index.ts";
import { joinWords, nameLanguage, showText } from "./show-text.ts";

/** The most of a member's input that a sentence repeats, in UTF-16 units. */
const givenShown = 50;

/** @returns Discord's relative timestamp, rounded up to the second; @param ms - since the epoch */
export const relativeTime = (ms: number): string => `<t:${Math.ceil(ms / 1_000)}:R>`;

/**
 * @returns Discord's timestamp with the time of day, rounded up to the second; unlike a relative time, it stays right
 * once the time has passed
 */
const timeOfDay = (ms: number): string => `<t:${Math.ceil(ms / 1_000)}:T>`;

const nameLanguages = (tags: readonly string[], t: Translate): string => {
	const names = tags.map((tag) => nameLanguage(tag, t.locale));
	return joinWords(names, "and", t);
};

const suggest = (names: readonly string[], t: Translate): string => {
	const bold = names.map((name) => `**${name}**`);
	return joinWords(bold, "or", t);
};

/** @returns a sentence for the member: what happened and what to do next */
export const describeProblem = (detail: ProblemDetail, t: Translate): string => {
	switch (detail.kind) {
		case "rate_limited":
			return t(detail.daily ? "problem.daily_limit" : "problem.rate_limited", {
				when: relativeTime(detail.retryAt),
			});
		case "unauthorized":
		case "forbidden":
		case "key_exhausted":
		case "subscription_exhausted":
			return t(detail.whose ? `problem.own_account.${detail.whose}` : `problem.${detail.kind}`);
		case "too_fast":
			return t("problem.too_fast", { time: timeOfDay(detail.retryAt) });
		case "over_budget":
			return t("problem.over_budget", { whose: detail.whose, when: relativeTime(detail.reopensAt) });
		case "over_day":
			return t("problem.over_day", detail);
		case "unknown_voice": {
			const voice = showText(detail.voice, givenShown);
			return t("problem.unknown_voice", { voice, suggestions: suggest(detail.suggestions, t) });
		}
		case "unknown_language": {
			const language = showText(detail.language, givenShown);
			if (detail.suggestions.length === 0) return t("problem.unknown_language", { language });
			const names = detail.suggestions.map((tag) => nameLanguage(tag, t.locale));
			return t("problem.unknown_language.near", { language, suggestions: suggest(names, t) });
		}
		case "language_unavailable": {
			const language = nameLanguage(detail.tag, t.locale);
			return detail.spoken.length === 0
				? t("problem.language_unavailable.unlisted", { language })
				: t("problem.language_unavailable", { language, spoken: nameLanguages(detail.spoken, t) });
		}
		case "unread_script":
			return detail.spoken.length === 0
				? t("problem.unread_script.unlisted")
				: t("problem.unread_script", { spoken: nameLanguages(detail.spoken, t) });
		case "quiet_hours":
			return t("problem.quiet_hours", { when: relativeTime(detail.until) });
		case "stale": {
			const { name_localizations: names } = describeCommand(detail.command);
			return t("stale.command", { command: `\`/${names[t.locale] ?? detail.command}\`` });
		}
		case "bot_missing":
			return t("problem.bot_missing", detail);
		case "not_spoken":
			return t(`skip.${detail.why}`);
		case "role_required":
			return t("problem.role_required", { role: `<@&${detail.role}>` });
		case "bad_file":
			return t(`problem.bad_file.${detail.why}`);
		case "file_too_long":
		case "file_too_long_elsewhere":
		case "text_too_long":
			return t(`problem.${detail.kind}`, detail);
		case "may_not_attach_files":
			return t(`problem.may_not_attach_files.${detail.who}`);
		case "voice":
			return describeVoiceTrouble(detail, t);
		default:
			return t(`problem.${detail.kind}`);
	}
};

export const describeVoiceTrouble = (trouble: VoiceTrouble, t: Translate): string => {
	if ("channelId" in trouble)
		return t(`problem.voice.${trouble.reason}`, { channel: `<#${trouble.channelId}>` });
	if ("until" in trouble) return t(`problem.voice.${trouble.reason}`, { when: relativeTime(trouble.until) });
	if ("votes" in trouble) return t(`problem.voice.${trouble.reason}`, trouble);
	if ("limit" in trouble) return t(`problem.voice.${trouble.reason}`, trouble);
	if ("channels" in trouble) {
		const channels = trouble.channels.map((id) => `<#${id}>`).join(" ");
		return `${t(`problem.voice.${trouble.reason}`)} ${channels}`.trimEnd();
	}
	return t(`problem.voice.${trouble.reason}`);
};
