import type { APIComponentInContainer } from "discord-api-types/v10";
import type { Hours } from "../../src/settings/quiet-hours.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, textDisplay } from "./components.ts";
import { describeValue } from "./describe-value.ts";
import type { SettingRoutes, UnclearKey } from "./routes.ts";

const writeReading = (reading: Hours | number): string =>
	typeof reading === "number" ? String(reading) : `${reading.from}-${reading.to}`;

/** @returns a button for each meaning of what was typed, and a button for typing something else */
export const showUnclear = (
	key: UnclearKey,
	readings: readonly (Hours | number)[],
	routes: SettingRoutes,
	t: Translate,
): APIComponentInContainer[] => {
	const choices = readings.map((reading) =>
		pressable(routes.put.to({ key, value: writeReading(reading) }), describeValue(key, reading, t)),
	);
	const change = pressable(routes.ask.to({ key }), t("panel.change"));
	return [textDisplay(t("panel.which")), actionRow(...choices, change)];
};
