import type { OwnsGuild, StoreDatabase } from "./database.ts";

/** An answer that a member waits for. */
export interface AnswerRow {
	readonly interactionId: string;
	readonly guildId: string;
	readonly userId: string;
	/** When its interaction's token ends, in ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
}

/** The answers that members wait for, so that they can be told after a crash. */
export interface PendingAnswers {
	begin(row: AnswerRow): Promise<void>;
	end(interactionId: string): Promise<void>;
	list(): Promise<AnswerRow[]>;
}

/** @returns the table `answers_under_way` */
export const pendingAnswersIn = (database: StoreDatabase, owns: OwnsGuild): PendingAnswers => ({
	begin: async ({ interactionId, guildId, userId, until, sealed }) => {
		const row = { interaction_id: interactionId, guild_id: guildId, user_id: userId, until, sealed };
		await database.write((queries) => queries.insertInto("answers_under_way").values(row).execute(), {
			alone: interactionId,
		});
	},
	end: async (interactionId) => {
		await database.write(
			(queries) =>
				queries.deleteFrom("answers_under_way").where("interaction_id", "=", interactionId).execute(),
			{ alone: interactionId },
		);
	},
	list: async () => {
		const rows = await database.read((queries) =>
			queries
				.selectFrom("answers_under_way")
				.select([
					"interaction_id as interactionId",
					"guild_id as guildId",
					"user_id as userId",
					"until",
					"sealed",
				])
				.execute(),
		);
		return rows.filter(({ guildId }) => owns(guildId));
	},
});
