/** @import { MessageView } from "../../page-server/views.ts" */
import { tryAct } from "../api.js";
import { make } from "../dom.js";
import { t } from "../texts.js";

/**
 * A message's poll; undefined if the message has none. A press on an answer votes for it, a second press takes the vote
 * back.
 *
 * @param {MessageView} message
 */
export const renderPoll = ({ id, poll, votes }) => {
	if (!poll) return undefined;
	const isOver = poll.results?.is_finalized ?? false;
	/** @param {number} answer */
	const next = (answer) => {
		if (votes.includes(answer)) return votes.filter((each) => each !== answer);
		return poll.allow_multiselect ? [...votes, answer] : [answer];
	};
	const answers = poll.answers.map(({ answer_id: answer, poll_media: { text = "" } }) => {
		const count = poll.results?.answer_counts.find((each) => each.id === answer)?.count ?? 0;
		return make(
			"button.poll-answer.spread",
			{
				disabled: isOver,
				"aria-pressed": String(votes.includes(answer)),
				"data-custom-id": `poll-${answer}`,
				onclick: () => tryAct("vote", { messageId: id, answers: next(answer) }),
			},
			make("span", text),
			make("span.faint", t("votes", { count })),
		);
	});
	return make(
		"div.poll.box",
		{ role: "group", "aria-label": poll.question.text },
		make("strong", poll.question.text),
		answers,
		isOver && make("p.faint", t("pollOver")),
	);
};
