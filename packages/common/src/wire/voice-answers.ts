import { z } from "zod";

/** A voice of a service's library, as its list has it (docs/interface.md 13). */
export const voiceAnswer = z.object({
	/** The name that it is asked for by. */
	id: z.string(),
	type: z.literal("prebuilt"),
	display_name: z.string(),
	/** BCP 47. */
	language_code: z.string(),
	gender: z.enum(["female", "male"]),
	description: z.string(),
});

export type VoiceAnswer = z.infer<typeof voiceAnswer>;

/** A page of the list; the last one has no token. */
export const voiceList = z.object({
	voices: z.array(voiceAnswer),
	next_page_token: z.string().optional(),
});

export type VoiceList = z.infer<typeof voiceList>;

/** The most on a page. */
export const voicesOnPageMax = 1_000;

/** A parameter that may come several times. */
const several = z.preprocess(
	(given) => (typeof given === "string" ? [given] : given),
	z.array(z.string()).max(100).optional(),
);

/** What is asked of a list; all else is ignored. */
export const voiceListQuery = z.object({
	page_size: z.coerce.number().int().min(1).max(voicesOnPageMax).default(voicesOnPageMax),
	/** The `next_page_token` of the page before. */
	page_token: z.coerce.number().int().min(0).max(1_000_000).default(0),
	language_code: several,
	gender: several,
});
