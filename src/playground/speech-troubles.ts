import { InputError, type Trouble } from "@herald/playground";

type Simulated = "slow" | "failing";

/** What the page can do to the application's speech service. */
export interface TroubledSpeech {
	/** Simulates a trouble instead of the current one, or ends it. */
	simulate(trouble: Simulated | undefined): void;
	/** @returns whether there was credit to take */
	spendCredit(): boolean;
}

/** The troubles with speech: a slow service, a failing one, and one without credit. */
export const speechTroubles = (service: TroubledSpeech): readonly Trouble[] => {
	let current: Simulated | undefined;
	const toggle = (which: Simulated) => ({
		isOn: () => current === which,
		run: () => {
			current = current === which ? undefined : which;
			service.simulate(current);
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
			label: { en: "Failing speech service", de: "Gestörter Sprachdienst" },
			...toggle("failing"),
		},
		{
			id: "spend-credit",
			label: { en: "Use up all credit", de: "Guthaben aufbrauchen" },
			run: () => {
				if (!service.spendCredit())
					throw new InputError(
						"This account is unlimited, so it can't run out of credit.",
						"Dieses Konto hat kein Limit, also kann ihm das Guthaben nicht ausgehen.",
					);
			},
		},
	];
};
