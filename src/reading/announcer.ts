import { SlidingWindow } from "@herald/common/sliding-window.ts";
import type { Guild } from "discord.js";
import { joinWords } from "../discord/join-words.ts";
import { canBeReadIn, type Phrases } from "../say/languages.ts";
import type { LateEdits } from "../say/late-edits.ts";
import type { Say } from "../say/say.ts";
import { atVolume, estimateHeardMs } from "../say/write-lines.ts";
import { applyGuildDefaults } from "../settings/settings.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Store } from "../store/store.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { Moves } from "./arrivals.ts";
import type { Examiner } from "./examiner.ts";

/** Names in one sentence; of the others only the number is said. */
const namesMax = 3;
/** Of one member: whoever comes and goes all the time isn't told of each time. */
const tellsPerMinute = 4;

export interface AnnouncerOptions {
	readonly say: Say;
	readonly voice: VoiceSessions;
	readonly store: Pick<Store, "reading">;
	readonly edits: LateEdits;
	readonly examiner: Pick<Examiner, "callAloud">;
	readonly now: () => number;
}

/** Says who comes into Herald's channel, and who leaves it, where a guild wants that. */
export class Announcer {
	readonly #options: AnnouncerOptions;
	readonly #told = new SlidingWindow(tellsPerMinute, 60_000);

	constructor(options: AnnouncerOptions) {
		this.#options = options;
	}

	/** @throws {@link Problem} of the budget */
	async tell(guild: Guild, { joined, left }: Moves): Promise<void> {
		const { say, voice, store, edits } = this.#options;
		const { announce, sharePercent } = applyGuildDefaults((await store.reading.read(guild.id)).settings);
		if (announce === "off") return;
		const phrases = await say.phrasesFor(guild);
		const { t, language } = phrases;
		const sentences = await Promise.all([
			this.#name(guild, phrases, joined).then(({ who, count }) =>
				count > 0 ? t("reading.joined", { who, count }) : "",
			),
			this.#name(guild, phrases, announce === "both" ? left : []).then(({ who, count }) =>
				count > 0 ? t("reading.left", { who, count }) : "",
			),
		]);
		const text = sentences.filter(Boolean).join(" ");
		const [userId] = [...joined, ...left];
		if (text === "" || userId === undefined) return;
		const [{ voice: chosen, speed }, gainDb] = await Promise.all([
			say.choose({ guildId: guild.id, userId: guild.client.user.id }),
			say.readVolume(guild.id),
		]);
		const said = language === undefined ? {} : { language };
		const lines = atVolume([{ text, voice: chosen.value, tempo: speed.value, ...said }], gainDb);
		const reservation = await say.reserve({ guildId: guild.id, userId }, lines, sharePercent);
		const settled = Promise.withResolvers<readonly SpokenLine[]>();
		edits.add(settled.promise.then((made) => reservation.settle(made)));
		const queued = voice.readInto(guild.id, {
			userId: guild.client.user.id,
			payer: reservation,
			priority: "read",
			lines,
			estimateMs: estimateHeardMs(lines),
			onEvent: () => {},
			onSettled: settled.resolve,
		});
		if (!queued) settled.resolve([]);
	}

	async #name(
		guild: Guild,
		{ t, language }: Phrases,
		userIds: readonly string[],
	): Promise<{ who: string; count: number }> {
		const { examiner, now } = this.#options;
		const told = userIds.filter((id) => this.#told.admit([`${guild.id} ${id}`], now()) === undefined);
		const names = await Promise.all(told.slice(0, namesMax).map((id) => examiner.callAloud(guild, id)));
		const known = names.filter((name): name is string => name !== undefined && canBeReadIn(name, language));
		const count = told.length - known.length;
		const others = known.length > 0 ? t("reading.others", { count }) : t("reading.people", { count });
		const rest = count === 1 && known.length === 0 ? t("reading.someone") : others;
		const who = joinWords([...known, ...(count > 0 ? [rest] : [])], "and", t);
		return { who, count: told.length };
	}
}
