import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { DamagedVoiceError } from "./voice.ts";

/** A model's `metadata_props` in ONNX's protobuf: messages of a key (1) and a value (2). */
const metadataField = 14;
const lengthDelimited = 2;
/** The longest field that is read, in bytes. */
const entryMax = 64 * 1024;
const fieldsMax = 1_000;
const varintMax = 10;

interface Varint {
	readonly value: number;
	readonly next: number;
}

const readVarint = (bytes: Uint8Array, at: number): Varint => {
	let value = 0;
	for (let i = 0; i < varintMax; i++) {
		const byte = bytes[at + i];
		if (byte === undefined) break;
		value += (byte & 0x7f) * 2 ** (7 * i);
		if (byte < 0x80) return { value, next: at + i + 1 };
	}
	throw new RangeError("a number without an end");
};

const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

interface Field {
	readonly number: number;
	readonly type: number;
	/** The offsets of its bytes and of the next field. */
	readonly start: number;
	readonly end: number;
}

/** Iterates over a message's fields without reading their contents. @throws RangeError for invalid protobuf */
const walkFields = function* (
	read: (at: number, length: number) => Uint8Array,
	size: number,
): Generator<Field> {
	let at = 0;
	for (let count = 0; at < size; count++) {
		if (count === fieldsMax) throw new RangeError("more fields than a model has");
		const head = read(at, 2 * varintMax);
		const tag = readVarint(head, 0);
		const type = tag.value % 8;
		const length = type === lengthDelimited || type === 0 ? readVarint(head, tag.next) : undefined;
		const start = at + (type === lengthDelimited ? (length as Varint).next : tag.next);
		const long =
			type === 0
				? (length as Varint).next - tag.next
				: type === lengthDelimited
					? (length as Varint).value
					: fixedBytes[type];
		if (long === undefined) throw new RangeError("a field of no known type");
		at = start + long;
		if (at > size) throw new RangeError("it ends in the middle");
		yield { number: Math.floor(tag.value / 8), type, start, end: at };
	}
};

const readEntry = (bytes: Uint8Array): readonly [string, string] => {
	const strings = ["", ""];
	const read = (at: number, length: number) => bytes.subarray(at, at + length);
	for (const { number, type, start, end } of walkFields(read, bytes.length))
		if (type === lengthDelimited && (number === 1 || number === 2))
			strings[number - 1] = Buffer.from(bytes.subarray(start, end)).toString("utf8");
	return strings as [string, string];
};

/**
 * Reads a model's metadata without loading the model.
 *
 * @throws DamagedVoiceError for a file that is no whole ONNX model @throws the system's error
 */
export const readOnnxMetadata = (file: string): ReadonlyMap<string, string> => {
	const handle = openSync(file, "r");
	try {
		const { size } = fstatSync(handle);
		const read = (at: number, length: number): Uint8Array => {
			const bytes = Buffer.alloc(Math.min(length, size - at));
			return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, at));
		};
		const metadata = new Map<string, string>();
		let hasGraph = false;
		for (const { number, type, start, end } of walkFields(read, size)) {
			if (number === 7 && type === lengthDelimited) hasGraph = true;
			if (number !== metadataField || type !== lengthDelimited || end - start > entryMax) continue;
			const [key, value] = readEntry(read(start, end - start));
			metadata.set(key, value);
		}
		if (!hasGraph) throw new RangeError("there is no model in it");
		return metadata;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new DamagedVoiceError(
			`${basename(file)} is no whole ONNX model (${error.message}): it may be damaged. Download it again.`,
		);
	} finally {
		closeSync(handle);
	}
};

const writeVarint = (value: number): number[] => {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
	return [...bytes, rest];
};

const writeField = (number: number, bytes: Uint8Array): Buffer =>
	Buffer.concat([
		Buffer.from([...writeVarint(number * 8 + lengthDelimited), ...writeVarint(bytes.length)]),
		bytes,
	]);

/** Appends metadata to a model: protobuf messages may be concatenated. @throws the system's error */
export const appendOnnxMetadata = (
	file: string,
	metadata: Readonly<Record<string, string | number>>,
): void => {
	const entries = Object.entries(metadata).map(([key, value]) =>
		writeField(
			metadataField,
			Buffer.concat([writeField(1, Buffer.from(key)), writeField(2, Buffer.from(String(value)))]),
		),
	);
	appendFileSync(file, Buffer.concat(entries));
};
