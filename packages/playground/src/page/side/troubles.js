/** @import { TroubleView } from "../../page-server/page-live.ts" */
import { tryAct } from "../api.js";
import { find, make, refill, toast } from "../dom.js";
import { pick, state, t } from "../state.js";

/** @param {TroubleView} trouble */
const makeTrouble = (trouble) => {
	const button = make("button", { "data-trouble": trouble.id }, pick(trouble.label));
	button.onclick = async () => {
		button.disabled = true;
		const done = await tryAct("trouble", { id: trouble.id });
		button.disabled = false;
		if (done) toast(t(trouble.on ? "troubleEnded" : "troubleDone", { what: pick(trouble.label) }));
	};
	if (trouble.on !== null) {
		button.setAttribute("aria-pressed", String(trouble.on));
		if (trouble.on) button.append(make("span.badge", t("on")));
	}
	return button;
};

export const showTroubles = () => {
	const { troubles } = state.guild;
	find("troubles").hidden = troubles.length === 0;
	refill(find("trouble-list"), make("p.faint", t("troublesHint")), ...troubles.map(makeTrouble));
};
