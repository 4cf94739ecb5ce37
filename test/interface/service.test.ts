/** Herald's own service as a server of the interface: its requests need the documented fields, and no others. */
import { ask, openServiceWith } from "@herald/service/testing/open-service.ts";
import { afterAll, expect, test } from "vitest";
import { kindOf, readAt, requestFields } from "./documented.ts";

const service = await openServiceWith();
afterAll(() => service.close());

/** A body with exactly the documented fields. The items of `contents` aren't documented. */
const documentedRequest = {
	contents: [{ parts: [{ text: "Hello there." }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
	},
};

test("2.1 a request for speech needs only the documented fields", async () => {
	for (const [field, kind] of requestFields) expect(kindOf(readAt(documentedRequest, field))).toBe(kind);
	expect((await ask(service, documentedRequest)).status).toBe(200);
});

test.each(requestFields)(
	"2.1 a request is refused with a sentence that names %s if it isn't an %s",
	async (field) => {
		const wrong = structuredClone(documentedRequest);
		const at = field.lastIndexOf(".");
		const parent = at === -1 ? wrong : (readAt(wrong, field.slice(0, at)) as object);
		Object.assign(parent, { [field.slice(at + 1)]: 7 });
		const refused = await ask(service, wrong);
		expect(refused.status).toBe(400);
		expect(readAt(await refused.json(), "error.message")).toContain(field);
	},
);
