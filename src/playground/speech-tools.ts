import type { BenchTool } from "@herald/playground";
import { InputError } from "@herald/playground";

type Trouble = "slow" | "failing";

/** What the bench can do to the service that makes the application's speech. */
export interface SpeechTroubles {
	/** Puts a trouble on, in place of another, or ends it. */
	rehearse(trouble: Trouble | undefined): void;
	/** @returns whether there was credit to take */
	spendCredit(): boolean;
}

/** The bench's troubles with speech: a slow service, a failing one, and one that nobody pays. */
export const speechTools = (service: SpeechTroubles): readonly BenchTool[] => {
	let trouble: Trouble | undefined;
	const toggle = (which: Trouble) => ({
		isOn: () => trouble === which,
		run: () => {
			trouble = trouble === which ? undefined : which;
			service.rehearse(trouble);
		},
	});
	return [
		{
			id: "slow-speech",
			label: { en: "Slow speech service", de: "Langsamer Sprachdienst" },
			...toggle("slow"),
		},
		{
			id: "failing-speech",
			label: { en: "Failing speech service", de: "Ausfallender Sprachdienst" },
			...toggle("failing"),
		},
		{
			id: "spend-credit",
			label: { en: "Use up all credit", de: "Alles Guthaben aufbrauchen" },
			run: () => {
				if (!service.spendCredit())
					throw new InputError(
						"This account has no limit, so it can't run out of credit.",
						"Dieses Konto hat keine Grenze, also kann ihm das Guthaben nicht ausgehen.",
					);
			},
		},
	];
};
