import type { MessageAccess } from "../discord/message-access.ts";
import type { Translate } from "../texts/index.ts";

/**
 * @returns why Herald can't read everybody's messages, and what whoever runs it can do about it, in a sentence for those
 * who manage a server; undefined if it can
 */
export const describeAccess = (
	{ mode, hindrance }: Pick<MessageAccess, "mode" | "hindrance">,
	t: Translate,
): string | undefined => {
	if (mode === "off") return t("reading.access.off");
	return hindrance && t(`reading.access.${hindrance}`);
};
