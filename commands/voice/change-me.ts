import { FairQueue } from "@herald/common/fair-queue.ts";
import type { RepliableInteraction } from "discord.js";
import { whoOf } from "../../src/discord/place.ts";
import { foldName, foldNames, isTakenName, makeNameSpeakable } from "../../src/reading/spoken-names.ts";
import type { MemberSettings } from "../../src/settings/settings.ts";
import { inGuild, type Place } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import type { Services } from "../services.ts";

/** Runs a guild's changes of names one at a time, since each name is compared with thousands of others. */
const nameTurns = new FairQueue<Place>({ mayBegin: () => true, perOwner: 1 });

/**
 * @returns a name as it is spoken
 * @throws {@link Problem} if it can't be spoken, has a forbidden word, or belongs to a voice, a role or another member
 */
const readName = async (
	given: string,
	{ guild, guildId, user }: RepliableInteraction<"cached">,
	{ say }: Services,
): Promise<string> => {
	const name = makeNameSpeakable(given);
	if (name === "") throw new Problem({ kind: "unspeakable_name" });
	const { words } = await say.readRules(inGuild(guildId));
	if (words.areIn(given) || words.areIn(name)) throw new Problem({ kind: "forbidden_word" });
	if (await isTakenName(guild, user.id, name, say.voices)) throw new Problem({ kind: "name_taken" });
	return name;
};

/**
 * Changes a member's settings.
 *
 * @param name - their spoken name, as they typed it
 * @throws {@link Problem} if the name can't be used. Outside of guilds no name can, because there are no other names to
 * compare it with
 */
export const changeMe = async (
	interaction: RepliableInteraction,
	change: Partial<MemberSettings>,
	name: string | undefined,
	services: Services,
): Promise<void> => {
	const { place, userId } = whoOf(interaction);
	const { settings } = services.store;
	if (name === undefined) await settings.changeMember(place, userId, change);
	else {
		if (!interaction.inCachedGuild()) throw new Problem({ kind: "server_only" });
		await nameTurns.run(place, async () => {
			const spokenName = await readName(name, interaction, services);
			const folded = await foldNames([spokenName, ...(await settings.listSpokenNames(place, userId))]);
			const foldKnown = (each: string) => folded.get(each) ?? foldName(each);
			const isFree = (others: readonly string[]) =>
				!others.some((other) => foldKnown(other) === foldKnown(spokenName));
			if (!(await settings.changeMember(place, userId, { ...change, spokenName }, isFree)))
				throw new Problem({ kind: "name_taken" });
		});
	}
	if (change.reading === false) services.reader.optOut(place, userId);
};
