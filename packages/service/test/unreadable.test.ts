import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { openServiceWith } from "./open-service.ts";

const service = await openServiceWith();
afterAll(() => service.close());

const send = (bytes: string): Promise<string> =>
	new Promise((resolve, reject) => {
		let answer = "";
		connect(Number(new URL(service.origin).port), "127.0.0.1", function (this: ReturnType<typeof connect>) {
			this.write(bytes);
		})
			.on("data", (chunk) => {
				answer += chunk;
			})
			.once("close", () => resolve(answer))
			.once("error", reject);
	});

const speech = "POST /v1beta/models/gemini-3.8-flash-tts:generateContent HTTP/1.1";

test.each([
	["no HTTP at all", "Hello, is anybody there?\r\n\r\n", 400],
	["a header that can't be one", `${speech}\r\nHost: a\r\nbad header\r\n\r\n`, 400],
	[
		"two lengths",
		`${speech}\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
		400,
	],
	["headers beyond all measure", `${speech}\r\nHost: a\r\nX-Long: ${"a".repeat(70_000)}\r\n\r\n`, 431],
	["an expectation nobody knows", `${speech}\r\nHost: a\r\nExpect: much\r\n\r\n`, 417],
	["no host", `${speech}\r\nConnection: close\r\n\r\n`, 401],
	[
		"a method nobody serves",
		"PROPFIND /api/user/topup HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
		405,
	],
	["a path that can't be one", "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404],
])("%s is refused in the gateway's shape, with an id", async (_name, bytes, status) => {
	const answer = await send(bytes);
	const [head = "", body = ""] = answer.split("\r\n\r\n");
	expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
	const id = /^x-oneapi-request-id: (\S+)$/im.exec(head)?.[1] ?? "missing";
	const { error, success, message } = JSON.parse(body.replace(/^[0-9a-f]+\r\n/, "").split("\r\n")[0] ?? "");
	if (success === false) expect(message).toMatch(/\S/);
	else
		expect(error).toMatchObject({ message: expect.stringContaining(id), type: expect.stringMatching(/\S/) });
});
