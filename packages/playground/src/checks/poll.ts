import type { APIPartialEmoji, APIPoll } from "discord-api-types/v10";
import type { Form, Json } from "./form.ts";
import { limits } from "./limits.ts";

const hourMs = 3_600_000;
const defaultHours = 24;

/** Refuses a poll as Discord does. */
export const checkPoll = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const poll = form.object(value);
	if (!poll) return;
	const question = form.in("question").object(poll.question);
	form.in("question", "text").text(question?.text, 1, limits.pollQuestion);
	for (const [index, item] of form.in("answers").list(poll.answers, limits.pollAnswers, 1).entries()) {
		const place = form.in("answers", index, "poll_media");
		const media = place.object((item as Json | null)?.poll_media);
		if (media) place.in("text").text(media.text, 1, limits.pollAnswer);
	}
	form.in("duration").integer(poll.duration, 1, limits.pollHours);
};

interface AskedPoll {
	readonly question: { readonly text: string };
	readonly answers: readonly {
		readonly poll_media: { readonly text: string; readonly emoji?: APIPartialEmoji };
	}[];
	readonly duration?: number;
	readonly allow_multiselect?: boolean;
}

/** A poll that was checked, as its message shows it; `now` in milliseconds since the Unix epoch. */
export const makePoll = (value: unknown, now: number): APIPoll => {
	const { question, answers, duration = defaultHours, allow_multiselect: several } = value as AskedPoll;
	return {
		question: { text: question.text },
		answers: answers.map(({ poll_media: media }, index) => ({ answer_id: index + 1, poll_media: media })),
		expiry: new Date(now + duration * hourMs).toISOString(),
		allow_multiselect: several === true,
		layout_type: 1,
		results: { is_finalized: false, answer_counts: [] },
	};
};
