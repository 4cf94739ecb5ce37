import { elsewhere } from "../shared/party.ts";
import { type AnswerRow, changeIn, type OwnsPlace, type StoreDatabase } from "./database.ts";

/** The answers that members wait for, so that they can be told after a crash. */
export type StoredAnswers = ReturnType<typeof pendingAnswersIn>;

/** @returns the table `answers_under_way` */
export const pendingAnswersIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	begin: (row: AnswerRow) =>
		changeIn(database, (queries) => queries.insertInto("answers_under_way").values(row), {
			alone: row.interactionId,
		}),
	end: (interactionId: string) =>
		changeIn(
			database,
			(queries) => queries.deleteFrom("answers_under_way").where("interactionId", "=", interactionId),
			{ alone: interactionId },
		),
	list: async (): Promise<AnswerRow[]> => {
		const rows = await database.read((queries) =>
			queries.selectFrom("answers_under_way").selectAll().execute(),
		);
		// Outside of guilds, each is a process's that only its sealed address names.
		return rows.filter(({ guildId }) => owns(guildId) || guildId === elsewhere);
	},
});
