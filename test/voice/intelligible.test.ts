import type { Pcm } from "@herald/common/audio/pcm.ts";
import { canListen, recognise, sentences } from "@herald/common/testing/recognise.ts";
import OpusScript from "opusscript";
import { expect, test } from "vitest";
import { startHerald } from "../support/herald.ts";

const sampleRate = 48_000;
/** The longest that two frames of a Line may be apart on a listener's clock, in samples. */
const longestGap = 0.04 * sampleRate;
const timestampSize = 2 ** 32;

const decode = (packets: readonly { readonly opus: Uint8Array }[]): Pcm => {
	const decoder = new OpusScript(sampleRate, 1, OpusScript.Application.AUDIO);
	try {
		const bytes = Buffer.concat(packets.map(({ opus }) => decoder.decode(Buffer.from(opus))));
		return { samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2), sampleRate };
	} finally {
		decoder.delete();
	}
};

test.skipIf(!canListen)(
	"a member in a channel hears, after DAVE, every word of a text, with nothing missing",
	async () => {
		const herald = await startHerald();
		const { playground } = herald;
		const { voice, home } = playground;
		try {
			voice.join(home.owner);
			await playground.command(home.owner, "join").message((seen) => /Herald is in/.test(seen.content));
			await expect.poll(() => voice.isEndToEnd(home.guild)).toBe(true);
			const said = [1, 4, 8];
			const sounds: Pcm[] = [];
			for (const n of said) {
				voice.forgetHeard(home.owner);
				const trace = playground.command(home.owner, "say", { text: sentences[n] as string, as: "channel" });
				// When the text has ended, its buttons to skip and stop disappear.
				await trace.message((seen) => seen.components.length === 1);
				const { packets, gaps, plain } = voice.heard(home.owner);
				// Packets may be late on a busy machine, but none may be missing.
				expect({ lost: gaps.filter(({ lost }) => lost > 0), plain }).toEqual({ lost: [], plain: 0 });
				const steps = packets
					.slice(1)
					.map(({ timestamp }, index) => timestamp - (packets[index]?.timestamp ?? 0))
					.map((step) => (step + timestampSize) % timestampSize);
				expect(Math.max(...steps)).toBeLessThanOrEqual(longestGap);
				sounds.push(decode(packets));
			}
			expect(recognise(sounds)).toEqual(said);
		} finally {
			await herald.stop();
		}
	},
);
