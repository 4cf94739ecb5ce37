/**
 * The part of WASI preview 1 that Flite needs, in memory: arguments and one file to write, with no access to this
 * machine.
 */

const success = 0;
const badDescriptor = 8;
const invalid = 28;
const noEntry = 44;
const outOfSpace = 51;

const characterDevice = 2;
const directory = 3;
const regularFile = 4;

const standardError = 2;
const rootDescriptor = 3;
const fileDescriptor = 4;
const rootName = "/";

const createFlag = 1;
const allRights = 0x1fff_ffffn;

/** The program exited; {@link WasiExit.code} is its exit status. */
class WasiExit extends Error {
	override readonly name = "WasiExit";
	readonly code: number;

	constructor(code: number) {
		super(`The program exited with status ${code}`);
		this.code = code;
	}
}

/** One run of a program: its imports, its arguments and the one file that it may create. */
export class WasiRun {
	readonly imports: WebAssembly.ModuleImports;
	readonly #args: readonly Uint8Array[];
	readonly #maxFileBytes: number;
	#memory: WebAssembly.Memory | undefined;
	#file = new Uint8Array(64 * 1024);
	#size = 0;
	#position = 0;
	#open = false;
	#isFull = false;

	/** @param maxFileBytes - writing more fails like a full disk */
	constructor(args: readonly string[], maxFileBytes: number) {
		const encoder = new TextEncoder();
		this.#args = args.map((arg) => encoder.encode(`${arg}\0`));
		this.#maxFileBytes = maxFileBytes;
		this.imports = {
			args_get: this.#argsGet,
			args_sizes_get: this.#argsSizesGet,
			clock_time_get: this.#clockTimeGet,
			fd_close: this.#fdClose,
			fd_fdstat_get: this.#fdStatGet,
			fd_fdstat_set_flags: () => success,
			fd_prestat_get: this.#fdPrestatGet,
			fd_prestat_dir_name: this.#fdPrestatDirName,
			fd_read: this.#fdRead,
			fd_seek: this.#fdSeek,
			fd_write: this.#fdWrite,
			path_open: this.#pathOpen,
			proc_exit: (code: number) => {
				throw new WasiExit(code);
			},
		};
	}

	/**
	 * Runs the program to its end.
	 *
	 * @returns the bytes of the file it wrote, of zero length when it wrote none; undefined when there were too many
	 */
	run(instance: WebAssembly.Instance): Uint8Array | undefined {
		this.#memory = instance.exports.memory as WebAssembly.Memory;
		try {
			(instance.exports._start as () => void)();
		} catch (error) {
			if (!(error instanceof WasiExit) || error.code !== 0) throw error;
		}
		return this.#isFull ? undefined : this.#file.subarray(0, this.#size);
	}

	// Created for every call: memory that grows detaches its old buffer.
	get #view(): DataView {
		return new DataView((this.#memory as WebAssembly.Memory).buffer);
	}

	get #bytes(): Uint8Array {
		return new Uint8Array((this.#memory as WebAssembly.Memory).buffer);
	}

	#argsSizesGet = (countAt: number, sizeAt: number): number => {
		this.#view.setUint32(countAt, this.#args.length, true);
		this.#view.setUint32(
			sizeAt,
			this.#args.reduce((sum, arg) => sum + arg.length, 0),
			true,
		);
		return success;
	};

	#argsGet = (pointersAt: number, bytesAt: number): number => {
		let at = bytesAt;
		this.#args.forEach((arg, i) => {
			this.#view.setUint32(pointersAt + i * 4, at, true);
			this.#bytes.set(arg, at);
			at += arg.length;
		});
		return success;
	};

	// The clock stands still: the same words must give the same sound.
	#clockTimeGet = (_clock: number, _precision: bigint, timeAt: number): number => {
		this.#view.setBigUint64(timeAt, 0n, true);
		return success;
	};

	#fdClose = (descriptor: number): number => {
		if (descriptor === fileDescriptor) this.#open = false;
		return success;
	};

	#fdStatGet = (descriptor: number, at: number): number => {
		if (!this.#isOpen(descriptor)) return badDescriptor;
		const type =
			descriptor === fileDescriptor
				? regularFile
				: descriptor === rootDescriptor
					? directory
					: characterDevice;
		this.#view.setUint8(at, type);
		this.#view.setUint16(at + 2, 0, true);
		this.#view.setBigUint64(at + 8, allRights, true);
		this.#view.setBigUint64(at + 16, allRights, true);
		return success;
	};

	#fdPrestatGet = (descriptor: number, at: number): number => {
		if (descriptor !== rootDescriptor) return badDescriptor;
		this.#view.setUint8(at, 0);
		this.#view.setUint32(at + 4, rootName.length, true);
		return success;
	};

	#fdPrestatDirName = (descriptor: number, at: number, length: number): number => {
		if (descriptor !== rootDescriptor) return badDescriptor;
		this.#bytes.set(new TextEncoder().encode(rootName).subarray(0, length), at);
		return success;
	};

	#fdRead = (_descriptor: number, _vectorsAt: number, _count: number, readAt: number): number => {
		this.#view.setUint32(readAt, 0, true);
		return success;
	};

	#fdSeek = (descriptor: number, offset: bigint, whence: number, positionAt: number): number => {
		if (descriptor !== fileDescriptor || !this.#open) return badDescriptor;
		const base = whence === 0 ? 0 : whence === 1 ? this.#position : this.#size;
		const position = base + Number(offset);
		if (position < 0 || position > this.#maxFileBytes) return invalid;
		this.#position = position;
		this.#view.setBigUint64(positionAt, BigInt(position), true);
		return success;
	};

	#fdWrite = (descriptor: number, vectorsAt: number, count: number, writtenAt: number): number => {
		if (!this.#isOpen(descriptor) || descriptor === rootDescriptor) return badDescriptor;
		let written = 0;
		for (let i = 0; i < count; i++) {
			const at = this.#view.getUint32(vectorsAt + i * 8, true);
			const length = this.#view.getUint32(vectorsAt + i * 8 + 4, true);
			// Standard output and error are discarded: they may quote the text.
			if (descriptor > standardError && !this.#append(this.#bytes.subarray(at, at + length)))
				return outOfSpace;
			written += length;
		}
		this.#view.setUint32(writtenAt, written, true);
		return success;
	};

	#pathOpen = (
		_descriptor: number,
		_lookup: number,
		_pathAt: number,
		_pathLength: number,
		flags: number,
		_rights: bigint,
		_inherited: bigint,
		_descriptorFlags: number,
		descriptorAt: number,
	): number => {
		if (!(flags & createFlag)) return noEntry;
		this.#open = true;
		this.#size = 0;
		this.#position = 0;
		this.#view.setUint32(descriptorAt, fileDescriptor, true);
		return success;
	};

	#isOpen(descriptor: number): boolean {
		return descriptor <= rootDescriptor || (descriptor === fileDescriptor && this.#open);
	}

	#append(bytes: Uint8Array): boolean {
		const end = this.#position + bytes.length;
		if (end > this.#maxFileBytes) {
			this.#isFull = true;
			return false;
		}
		if (end > this.#file.length) {
			const larger = new Uint8Array(Math.max(end, this.#file.length * 2));
			larger.set(this.#file.subarray(0, this.#size));
			this.#file = larger;
		}
		this.#file.set(bytes, this.#position);
		this.#position = end;
		this.#size = Math.max(this.#size, end);
		return true;
	}
}
