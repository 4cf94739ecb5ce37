import type { PrebuiltVoiceName } from "../../voices/names.ts";

/** How one of the prebuilt voices is made from one of Flite's. */
export interface VoiceRecipe {
	readonly base: BaseVoice;
	/** Median pitch in Hz as heard. `rms` has its own pitch and takes none. */
	readonly pitchHz?: number;
	/** Formants × this: above 1 a smaller speaker, below 1 a larger one. */
	readonly warp: number;
	/** Speed as heard; 1 is the base voice's own. */
	readonly rate: number;
}

type BaseVoice = "awb" | "kal16" | "rms" | "slt";

/** About the pitch that each has by itself. */
export const naturalHz: Readonly<Record<BaseVoice, number>> = { awb: 110, kal16: 100, rms: 90, slt: 170 };

const pitched = (base: BaseVoice) => (pitchHz: number, warp: number, rate: number) => ({
	base,
	pitchHz,
	warp,
	rate,
});
const slt = pitched("slt");
const awb = pitched("awb");
const kal16 = pitched("kal16");
const rms = (warp: number, rate: number): VoiceRecipe => ({ base: "rms", warp, rate });

/** By the service's thirty names. */
export const recipes: Readonly<Record<PrebuiltVoiceName, VoiceRecipe>> = {
	Achernar: slt(194, 1.04, 0.95),
	Aoede: slt(207, 1.08, 1.04),
	Autonoe: slt(222, 1.06, 1.02),
	Callirrhoe: slt(173, 0.98, 0.94),
	Despina: slt(179, 1.02, 0.97),
	Erinome: slt(185, 1, 1),
	Gacrux: slt(152, 0.93, 0.93),
	Kore: slt(166, 0.96, 1.02),
	Laomedeia: slt(230, 1.1, 1.06),
	Leda: slt(247, 1.12, 1.03),
	Pulcherrima: slt(214, 1.02, 1.06),
	Sulafat: slt(159, 1, 0.96),
	Vindemiatrix: slt(200, 0.98, 0.92),
	Zephyr: slt(238, 1.08, 1.06),
	Achird: awb(127, 1.04, 1.02),
	Algenib: awb(82, 0.92, 0.93),
	Algieba: awb(92, 0.95, 0.95),
	Alnilam: rms(1.06, 1.04),
	Charon: rms(0.98, 1),
	Enceladus: awb(103, 1.06, 0.92),
	Fenrir: awb(146, 1.07, 1.08),
	Iapetus: awb(109, 0.98, 1),
	Orus: slt(115, 0.88, 1),
	Puck: awb(140, 1.02, 1.07),
	Rasalgethi: awb(123, 0.95, 1.03),
	Sadachbia: slt(132, 0.9, 1.06),
	Sadaltager: awb(86, 1, 0.98),
	Schedar: kal16(101, 1, 1),
	Umbriel: rms(0.9, 0.95),
	Zubenelgenubi: kal16(118, 0.96, 0.97),
};
