const sampleRate = 48_000;
/** How far sound is played behind its coming, so that a late packet is no gap, in seconds. */
const bufferSeconds = 0.1;

/** False in browsers without WebCodecs: there is then nothing to decode single Opus packets with. */
export const canDecode = "AudioDecoder" in globalThis;

let context;
let analyser;

const open = () => {
	if (context) return;
	context = new AudioContext({ sampleRate });
	analyser = context.createAnalyser();
	analyser.connect(context.destination);
};

/** Lets sound begin; to be called while somebody presses something. */
export const wake = () => {
	if (!canDecode) return undefined;
	open();
	return context.resume();
};

/** True while the browser holds sound back until somebody presses something. */
export const isAsleep = () => canDecode && context?.state !== "running";

/** Calls `act` whenever the browser begins or stops to hold sound back. */
export const watchSleep = (act) => {
	open();
	context.onstatechange = act;
};

/** How loud it is at this moment: the root mean square of the last samples, 0 to 1. */
export const level = () => {
	const samples = new Float32Array(analyser.fftSize);
	analyser.getFloatTimeDomainData(samples);
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
};

/**
 * Makes a player of Opus packets, given one by one as they come, which plays them one after the other.
 * `onframe` is called after each that was decoded.
 */
export const makeSpeaker = (onframe) => {
	open();
	let next = 0;
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
	let decoder;
	const begin = () => {
		// A packet that can't be decoded ends a decoder: the next one begins afresh.
		decoder = new AudioDecoder({ output: play, error: () => {} });
		decoder.configure({ codec: "opus", sampleRate, numberOfChannels: 1 });
	};
	begin();
	return {
		take(packet) {
			if (decoder.state === "closed") begin();
			decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: 0, data: packet }));
		},
		close() {
			if (decoder.state !== "closed") decoder.close();
		},
	};
};
