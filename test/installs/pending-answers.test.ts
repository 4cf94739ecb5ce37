import { Client, type RepliableInteraction } from "discord.js";
import { expect, test, vi } from "vitest";
import { ownsPlace, type ShardPart } from "../../src/discord/shard-part.ts";
import { keepPendingAnswers, type PendingAnswers } from "../../src/say/answers/pending-answers.ts";
import { systemClock } from "../../src/shared/clock.ts";
import { makeSeal } from "../../src/shared/seal.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import { newStore, newStoreFile } from "../support/new-store.ts";

const first: ShardPart = { ids: [0, 1], count: 4 };
const second: ShardPart = { ids: [2, 3], count: 4 };
const seal = makeSeal("token");

/** Opens the pending answers as a process does at its start. */
const startProcess = async (part: ShardPart, file: string) => {
	const store = newStore({ owns: (place) => ownsPlace(part, place) }, file);
	const answers = keepPendingAnswers({
		client: new Client({ intents: [] }),
		store: store.kept,
		seal,
		clock: systemClock,
		edits: new UnderWay(),
		part,
	});
	await answers.restore();
	return answers;
};
/** An interaction outside of Herald's servers, which may reach any process. */
const interaction = {
	id: "900",
	user: { id: "42" },
	applicationId: "1",
	token: "t",
	locale: "en-US",
	guildId: "4194304",
	inCachedGuild: () => false,
	createdTimestamp: Date.now(),
} as RepliableInteraction;
const tell = async (answers: PendingAnswers): Promise<number> => {
	const describe = vi.fn().mockRejectedValue(new Error("as far as this"));
	await answers.answerInterrupted(describe);
	return describe.mock.calls.length;
};

test("an interrupted answer outside of servers is ended by its own process, once that is back", async () => {
	const file = newStoreFile();
	await (await startProcess(second, file)).begin(interaction);
	expect(await tell(await startProcess(first, file))).toBe(0);
	expect(await tell(await startProcess(second, file))).toBe(1);
	expect(await tell(await startProcess(second, file))).toBe(0);
});
