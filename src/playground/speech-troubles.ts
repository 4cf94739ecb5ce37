import { InputError, type Trouble } from "@herald/playground";
import { pageTexts } from "./texts.ts";

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
			label: pageTexts.slowSpeech,
			...toggle("slow"),
		},
		{
			id: "failing-speech",
			label: pageTexts.failingSpeech,
			...toggle("failing"),
		},
		{
			id: "spend-credit",
			label: pageTexts.spendCredit,
			run: () => {
				if (!service.spendCredit()) throw new InputError(pageTexts.unlimited);
			},
		},
	];
};
