import type { Faults } from "./faults.ts";
import type { Trouble } from "./panel.ts";
import { untilUsed } from "./until-used.ts";

const anyFile = { method: "GET", path: /^\/attachments\// };

/** The troubles with the files that members attach, which Discord keeps at a place of their own. */
export const fileTroubles = (faults: Faults): readonly Trouble[] => [
	{
		id: "lose-file",
		label: { en: "Lose the next file that is fetched (404)", de: "Nächste abgerufene Datei verlieren (404)" },
		...untilUsed(() => faults.page(anyFile, 404)),
	},
	{
		id: "hold-file",
		label: { en: "Never deliver the next file that is fetched", de: "Nächste abgerufene Datei nie liefern" },
		...untilUsed(() => faults.stall(anyFile)),
	},
	{
		id: "redirect-file",
		label: { en: "Redirect the next file that is fetched", de: "Nächste abgerufene Datei umleiten" },
		...untilUsed(() => faults.redirect(anyFile, "http://127.0.0.1:9/elsewhere")),
	},
];
