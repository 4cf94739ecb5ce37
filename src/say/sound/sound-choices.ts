import type { DeliveryChoice } from "../../settings/settings.ts";

type Source = "option" | "own" | "everywhere" | "server" | "locale" | "default";

export interface Choice<T> {
	readonly value: T;
	readonly from: Source;
}

/** A stored voice or preset that is no longer available, and whose choice it was. */
export interface LostVoice {
	readonly kind: "voice" | "preset";
	readonly name: string;
	readonly from: "own" | "everywhere" | "server";
}

/** How a member's text sounds: what was chosen for it, and by whom. */
export interface SoundChoices {
	readonly voice: Choice<string>;
	/** The speaker's name: a preset's name, or the voice's. */
	readonly speaker: string;
	/** Undefined if none was chosen. */
	readonly style: Choice<string> | undefined;
	/** How many times as fast as the voice speaks by itself. */
	readonly speed: Choice<number>;
	readonly delivery: Choice<DeliveryChoice>;
	/** Languages by precedence: those that were chosen, that of the member's Discord, the operator's default, the server's. */
	readonly languages: readonly Choice<string>[];
	readonly lost: readonly LostVoice[];
}
