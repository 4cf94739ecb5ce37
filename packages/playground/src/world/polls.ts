import { type APIMessage, type APIPoll, MessageType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";

/** The poll of a message that has one. @throws ApiError 520006 */
const pollOf = ({ message }: StoredMessage): APIPoll => {
	if (!message.poll) throw refuse.notAPoll();
	return message.poll;
};

const isOver = ({ results }: APIPoll): boolean => results?.is_finalized === true;

/** The answer that has the most votes; none when two have as many. */
const winner = ({ answers, results }: APIPoll) => {
	const [first, second] = [...(results?.answer_counts ?? [])].sort((a, b) => b.count - a.count);
	if (!first || first.count === second?.count) return undefined;
	const answer = answers.find(({ answer_id: id }) => id === first.id);
	return answer && { ...first, text: answer.poll_media.text ?? "" };
};

/** A poll's result as the embed of the message that announces it. */
const resultEmbed = (poll: APIPoll): APIMessage["embeds"][number] => {
	const total = (poll.results?.answer_counts ?? []).reduce((sum, { count }) => sum + count, 0);
	const won = winner(poll);
	const field = (name: string, value: string) => ({ name, value, inline: false });
	return {
		type: "poll_result" as never,
		fields: [
			field("poll_question_text", poll.question.text ?? ""),
			field("victor_answer_votes", String(won?.count ?? 0)),
			field("total_votes", String(total)),
			...(won ? [field("victor_answer_id", String(won.id)), field("victor_answer_text", won.text)] : []),
		],
	};
};

const keep = (
	messages: Messages,
	stored: StoredMessage,
	poll: APIPoll,
	votes: StoredMessage["votes"],
	isFinalized: boolean,
): StoredMessage => {
	const me = messages.world.applicationId;
	const counts = [...votes]
		.filter(([, users]) => users.size > 0)
		.map(([id, users]) => ({ id, count: users.size, me_voted: users.has(me) }));
	const results = { is_finalized: isFinalized, answer_counts: counts };
	return messages.amend(stored.message.id, { votes, message: { poll: { ...poll, results } } });
};

/** Ends polls when their time is over. */
export const endPolls = (messages: Messages): void => {
	const { feed, clock } = messages.world;
	feed.on("message", (kind, { message }) => {
		if (kind !== "created" || !message.poll?.expiry) return;
		clock.after(Date.parse(message.poll.expiry) - clock.now(), () => {
			const stored = messages.find(message.id);
			if (stored?.message.poll && !isOver(stored.message.poll)) endPoll(messages, stored);
		});
	});
};

/** Replaces a user's votes with these answers, by number. @throws ApiError 520001 when the poll is over */
export const vote = (
	messages: Messages,
	stored: StoredMessage,
	userId: string,
	answers: readonly number[],
): void => {
	const poll = pollOf(stored);
	if (isOver(poll)) throw refuse.pollExpired();
	const known = poll.answers.map(({ answer_id: id }) => id);
	if (answers.some((id) => !known.includes(id)) || (answers.length > 1 && !poll.allow_multiselect))
		throw refuse.pollVotingBlocked();
	const before = stored.votes;
	const votes = new Map(
		known.map((id): [number, ReadonlySet<string>] => {
			const users = new Set(before.get(id));
			if (answers.includes(id)) users.add(userId);
			else users.delete(userId);
			return [id, users];
		}),
	);
	const after = keep(messages, stored, poll, votes, false);
	for (const id of known) {
		const had = before.get(id)?.has(userId) ?? false;
		const has = votes.get(id)?.has(userId) ?? false;
		if (had !== has) messages.world.feed.emit("vote", after, { added: has, answerId: id, userId });
	}
};

/** Ends a poll now, and announces its result. @throws ApiError 520006, 520001 */
export const endPoll = (messages: Messages, stored: StoredMessage): StoredMessage => {
	const poll = pollOf(stored);
	if (isOver(poll)) throw refuse.pollExpired();
	const { world } = messages;
	const ended = { ...poll, expiry: world.now() };
	const after = keep(messages, stored, ended, stored.votes, true);
	world.feed.emit("message", "edited", after);
	const { id, channel_id: channelId, author, poll: result = ended } = after.message;
	const channel = world.channel(channelId);
	const to = { message_id: id, channel_id: channelId };
	const embeds = [resultEmbed(result)];
	if (channel) messages.note(channel, author, MessageType.PollResult, to, { embeds });
	return after;
};

/** The users who voted for an answer, by id. */
export const votersFor = (stored: StoredMessage, answerId: number): readonly string[] => {
	pollOf(stored);
	return [...(stored.votes.get(answerId) ?? [])];
};
