import type { Translate } from "../texts/index.ts";
import type { ItemEnd } from "../voice/queue-item.ts";

/** How far a text in a channel has come. */
export type Progress =
	/** `before` texts are before it, which take `waitMs` by estimate. */
	| { readonly kind: "waiting"; readonly before: number; readonly waitMs: number }
	| { readonly kind: "playing" };

/** @returns where a text is in the queue */
export const describePlace = (progress: Progress | undefined, t: Translate): string =>
	progress?.kind === "waiting" && progress.before > 0
		? t("channel.place", { place: progress.before + 1, seconds: Math.ceil(progress.waitMs / 1_000) })
		: t("channel.now");

/** @param progress - how far it had come; @param ownerId - of the member whose text it is; @returns how a text ended */
export const describeEnd = (
	end: ItemEnd,
	progress: Progress | undefined,
	ownerId: string,
	t: Translate,
): string => {
	switch (end.how) {
		case "heard":
			return t("channel.spoken");
		case "skipped":
		case "stopped": {
			const { how, by } = end;
			if (by === "vote") return t("channel.skipped_by_vote");
			if (!by || by.userId === ownerId) return t(`channel.${how}_by_owner`);
			return t(`channel.${how}_by`, { who: `<@${by.userId}>` });
		}
		default:
			return t(progress?.kind === "playing" ? "channel.unfinished" : "channel.unspoken");
	}
};
