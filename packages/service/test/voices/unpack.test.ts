import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, test } from "vitest";
import { unpack } from "../../src/voices/unpack.ts";
import { VoiceError } from "../../src/voices/voice.ts";
import hostile from "./hostile.json" with { type: "json" };
import { type ArchiveEntry, bombBzip2, packers, packTar, packZip, smallBzip2 } from "./make-archive.ts";

const folder = newFolder();

const small: readonly ArchiveEntry[] = [
	{ path: "voice/", type: "Directory" },
	{ path: "voice/tokens.txt", content: "a 1\n" },
	{ path: "voice/model.onnx", content: "model" },
];

const formats = { ...packers, tgz: packers["tar.gz"] };

let count = 0;
/** Unpacks bytes as an archive. @returns the names in the folder, and a function that reads a file of it */
const open = async (bytes: Buffer, ending: string, limits = {}) => {
	const archive = join(folder, `${count++}.${ending}`);
	await writeFile(archive, bytes);
	const target = await mkdtemp(join(folder, "unpacked-"));
	await unpack(archive, target, { bytes: 2 ** 31, fileBytes: 2 ** 30, entries: 20_000, ...limits });
	return {
		names: (await readdir(target, { recursive: true })).sort(),
		read: (path: string) => readFile(join(target, path), "utf8"),
	};
};

test.for([
	...Object.entries(formats).map(([ending, pack]) => [ending, pack(small)] as const),
	["tar.bz2", smallBzip2] as const,
	["TBZ2", smallBzip2] as const,
])("a voice comes out of a .%s as it went in", async ([ending, bytes]) => {
	const { names, read } = await open(bytes, ending);
	expect(names).toEqual(["voice", "voice/model.onnx", "voice/tokens.txt"]);
	expect(await read("voice/tokens.txt")).toBe("a 1\n");
	expect(await read("voice/model.onnx")).toBe("model");
});

const endings = ["tar.gz", "zip"] as const;

const archives = endings.flatMap((ending) =>
	Object.entries(hostile).map(([what, entries]) => [ending, what, entries as ArchiveEntry[]] as const),
);

test.for(archives)(
	"a .%s with %s is refused, and writes nothing outside",
	async ([ending, _what, entries]) => {
		const before = await readdir(folder);
		const refused = open(formats[ending](entries), ending);
		await expect(refused).rejects.toThrow(VoiceError);
		await expect(refused).rejects.toThrow(/can't be trusted|can't be unpacked/);
		const after = (await readdir(folder)).filter((name) => !before.includes(name));
		expect(after).toHaveLength(2);
	},
);

test.for(["Link", "CharacterDevice", "FIFO"] as const)("a tar with a %s is refused", async (type) => {
	const entry = { path: "voice/x", type, ...(type === "Link" && { linkpath: "/etc/passwd" }) };
	await expect(open(packTar([entry]), "tar")).rejects.toThrow(/is a link or a device/);
});

test("a path that no disk takes is refused, and so is a tar with a header that fills the memory", async () => {
	const long = { path: `${"a/".repeat(300)}evil`, content: "x" };
	await expect(open(packZip([long]), "zip")).rejects.toThrow(/is too long a path/);
	const header = { path: "x", type: "ExtendedHeader", content: Buffer.alloc(2 * 1024 * 1024) } as const;
	await expect(open(packTar([header, ...small]), "tar")).rejects.toThrow(/ExtendedHeader can't be read/);
});

test("half an archive, and what is none, is told with a sentence", async () => {
	const content = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i * 31) % 251));
	const entries = [...small, { path: "voice/dict", content }];
	const whole = Object.entries(formats).map(([ending, pack]) => [ending, pack(entries)] as const);
	for (const [ending, bytes] of [...whole, ["tar.bz2", smallBzip2] as const])
		for (const length of [0, 10, Math.floor(bytes.length / 2)])
			await expect(open(bytes.subarray(0, length), ending), `${length} of ${ending}`).rejects.toThrow(
				/can't be unpacked \(.+\): it may be damaged/,
			);
	for (const ending of ["tar.bz2", "tar.gz", "tar", "zip"])
		await expect(open(Buffer.from("no archive".repeat(200)), ending)).rejects.toThrow(VoiceError);
	await expect(open(Buffer.from("x"), "rar")).rejects.toThrow(/isn't an archive that can be read/);
	await expect(open(packTar([]), "tar")).rejects.toThrow(VoiceError);
});

test("a small archive that would fill the disk is stopped on its way", async () => {
	const bytes = 4 * 1024 * 1024;
	const bomb = open(bombBzip2, "tar.bz2", { bytes });
	await expect(bomb).rejects.toThrow(/is larger than 4194304 bytes/);
	const zeros = { path: "voice/model.onnx", content: Buffer.alloc(70 * 1024 * 1024) };
	await expect(open(formats["tar.gz"]([zeros]), "tar.gz")).rejects.toThrow(/larger than 67108864 bytes/);
});

test("too many files, too large ones and too much of all are refused", async () => {
	for (const ending of endings) {
		const bytes = formats[ending](small);
		await expect(open(bytes, ending, { entries: 2 })).rejects.toThrow(/at most 2 files and folders/);
		await expect(open(bytes, ending, { fileBytes: 4 })).rejects.toThrow(/is larger than 4 bytes/);
		await expect(open(bytes, ending, { bytes: 8 })).rejects.toThrow(/is larger than 8 bytes/);
	}
});
