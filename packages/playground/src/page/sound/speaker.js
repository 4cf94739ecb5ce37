const sampleRate = 48_000;
/** How far sound is played behind its coming, so that a late packet is no gap, in seconds. */
const bufferSeconds = 0.1;

/** False in browsers without WebCodecs: there is then nothing to decode single Opus packets with. */
export const canDecode = "AudioDecoder" in globalThis;

/** @type {{ readonly context: AudioContext, readonly analyser: AnalyserNode } | undefined} */
let output;

const open = () => {
	if (output) return output;
	const context = new AudioContext({ sampleRate });
	const analyser = context.createAnalyser();
	analyser.connect(context.destination);
	output = { context, analyser };
	return output;
};

/** Lets sound begin; to be called while somebody presses something. */
export const wake = () => {
	if (!canDecode) return undefined;
	return open().context.resume();
};

/** True while the browser holds sound back until somebody presses something. */
export const isAsleep = () => canDecode && output?.context.state !== "running";

/**
 * Calls `act` whenever the browser begins or stops to hold sound back.
 *
 * @param {() => void} act
 */
export const watchSleep = (act) => {
	open().context.onstatechange = act;
};

/** How loud it is at this moment: the root mean square of the last samples, 0 to 1. */
export const level = () => {
	const { analyser } = open();
	const samples = new Float32Array(analyser.fftSize);
	analyser.getFloatTimeDomainData(samples);
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
};

/**
 * Makes a player of Opus packets, given one by one as they come, which plays them one after the other.
 *
 * @param {() => void} onframe - called after each that was decoded
 */
export const makeSpeaker = (onframe) => {
	const { context, analyser } = open();
	let next = 0;
	/** @param {AudioData} data */
	const play = (data) => {
		const { numberOfFrames, numberOfChannels } = data;
		const sound = context.createBuffer(numberOfChannels, numberOfFrames, data.sampleRate);
		for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++)
			data.copyTo(sound.getChannelData(planeIndex), { planeIndex, format: "f32-planar" });
		data.close();
		// Held back, it would all be played at once later.
		if (context.state === "running") {
			const source = new AudioBufferSourceNode(context, { buffer: sound });
			source.connect(analyser);
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
			// A packet that can't be decoded ends a decoder: the next one begins afresh.
			if (decoder.state === "closed") decoder = begin();
			decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: 0, data: packet }));
		},
		close() {
			if (decoder.state !== "closed") decoder.close();
		},
	};
};
