import type { APIComponentInContainer } from "discord-api-types/v10";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, textDisplay } from "./components.ts";
import { describeHours } from "./describe-value.ts";
import type { SettingRoutes } from "./routes.ts";

/** @returns a button for each meaning of the hours, and one that asks for them again */
export const showHours = (
	readings: readonly Hours[],
	routes: SettingRoutes,
	t: Translate,
): APIComponentInContainer[] => {
	const key = "quietHours";
	const choices = readings.map(({ from, to }) =>
		pressable(routes.put.to({ key, value: `${from}-${to}` }), describeHours({ from, to }, t)),
	);
	const change = pressable(routes.ask.to({ key }), t("panel.change"));
	return [textDisplay(t("panel.which_hours")), actionRow(...choices, change)];
};
