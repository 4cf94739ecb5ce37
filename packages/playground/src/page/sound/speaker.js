const sampleRate = 48_000;
/** How many seconds of sound are buffered before playing, so that late packets leave no gap. */
const bufferSeconds = 0.1;

/** False in browsers without WebCodecs, in which nothing decodes single Opus packets. */
export const canDecode = "AudioDecoder" in globalThis;

/** @type {{ readonly context: AudioContext, readonly analyser: AnalyserNode, readonly gain: GainNode } | undefined} */
let output;

/**
 * Sets the volume of voice channels, from 0 to 1.
 *
 * @param {number} share
 */
export const setVolume = (share) => {
	open().gain.gain.value = share;
};

const open = () => {
	if (output) return output;
	const context = new AudioContext({ sampleRate });
	const analyser = context.createAnalyser();
	const gain = context.createGain();
	gain.connect(analyser).connect(context.destination);
	output = { context, analyser, gain };
	return output;
};

/** Lets the browser play sound. Call it in response to user input. */
export const wake = () => (canDecode ? open().context.resume() : undefined);

/** Whether `wake` must be called before sound plays. False without `canDecode`. */
export const isAsleep = () => canDecode && output?.context.state !== "running";

/** The current loudness: the root mean square of the last samples, from 0 to 1. */
export const level = () => {
	const { analyser } = open();
	const samples = new Float32Array(analyser.fftSize);
	analyser.getFloatTimeDomainData(samples);
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
};

/**
 * Creates a player for Opus packets that plays them in the order they arrive.
 *
 * @param {() => void} onframe - called after each decoded packet
 * @param {() => void} onsleep - called whenever the browser starts or stops blocking sound
 */
export const makeSpeaker = (onframe, onsleep) => {
	const { context, gain } = open();
	context.onstatechange = onsleep;
	let next = 0;
	/** @param {AudioData} data */
	const play = (data) => {
		const { numberOfFrames, numberOfChannels } = data;
		const sound = context.createBuffer(numberOfChannels, numberOfFrames, data.sampleRate);
		for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++)
			data.copyTo(sound.getChannelData(planeIndex), { planeIndex, format: "f32-planar" });
		data.close();
		// Sound is dropped while the browser blocks it: if kept, it would later play all at once.
		if (context.state === "running") {
			const source = new AudioBufferSourceNode(context, { buffer: sound });
			source.connect(gain);
			if (next < context.currentTime) next = context.currentTime + bufferSeconds;
			source.start(next);
			next += sound.duration;
		}
		onframe();
	};
	const begin = () => {
		const decoder = new AudioDecoder({ output: play, error: () => {} });
		decoder.configure({ codec: "opus", sampleRate, numberOfChannels: 1 });
		return decoder;
	};
	let decoder = begin();
	return {
		/** @param {Uint8Array<ArrayBuffer>} packet */
		take(packet) {
			// A packet that can't be decoded closes the decoder, so the next packet gets a new one.
			if (decoder.state === "closed") decoder = begin();
			decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: 0, data: packet }));
		},
		close() {
			if (decoder.state !== "closed") decoder.close();
		},
	};
};

const lengthBytes = 2;

/**
 * Returns a generator function that takes a stream's next bytes, and yields the packets that these bytes complete.
 * Before each packet come two bytes with its length.
 */
const cutPackets = () => {
	let rest = new Uint8Array();
	/** @param {Uint8Array} bytes */
	return function* (bytes) {
		const all = new Uint8Array(rest.length + bytes.length);
		all.set(rest);
		all.set(bytes, rest.length);
		const view = new DataView(all.buffer);
		let at = 0;
		while (at + lengthBytes <= all.length) {
			const end = at + lengthBytes + view.getUint16(at);
			if (end > all.length) break;
			yield all.subarray(at + lengthBytes, end);
			at = end;
		}
		rest = all.slice(at);
	};
};

/**
 * Calls `onpacket` with each Opus packet that a member hears, until the server ends the stream. Throws an Error if the
 * server refuses, the connection is lost or the signal aborts.
 *
 * @param {Record<string, string>} actor
 * @param {AbortSignal} signal
 * @param {(packet: Uint8Array<ArrayBuffer>) => void} onpacket
 */
export const followVoice = async (actor, signal, onpacket) => {
	const response = await fetch(`/playground/voice?${new URLSearchParams(actor)}`, { signal });
	if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
	const reader = response.body.getReader();
	const cut = cutPackets();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		for (const packet of cut(value)) onpacket(packet);
	}
};
