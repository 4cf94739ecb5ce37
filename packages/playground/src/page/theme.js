import { state } from "./state.js";

/** Shows the chosen theme; `auto` leaves it to the system. */
export const applyTheme = () => {
	if (state.theme === "auto") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = state.theme;
};
