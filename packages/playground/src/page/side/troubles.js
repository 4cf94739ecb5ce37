import { tryAct } from "../api.js";
import { find, make } from "../dom.js";
import { state } from "../state.js";
import { pick, t } from "../texts.js";
import { toast } from "../toast.js";

const runTrouble = async (trouble, button) => {
	button.disabled = true;
	const done = await tryAct("trouble", { id: trouble.id });
	button.disabled = false;
	if (done) toast(t(trouble.on ? "troubleEnded" : "troubleDone", { what: pick(trouble.label) }));
};

const makeTrouble = (trouble) => {
	const button = make(
		"button",
		{ type: "button", "data-trouble": trouble.id, onclick: () => runTrouble(trouble, button) },
		pick(trouble.label),
	);
	if (trouble.on !== null) {
		button.setAttribute("aria-pressed", String(trouble.on));
		if (trouble.on) button.append(make("span", { className: "badge" }, t("on")));
	}
	return button;
};

/** Shows the troubles that the server offers. */
export const showTroubles = () => {
	const { troubles } = state.guild;
	find("troubles").hidden = troubles.length === 0;
	find("troubles").querySelector("summary").textContent = t("troubles");
	const box = find("trouble-list");
	const focused = box.contains(document.activeElement) && document.activeElement.dataset.trouble;
	box.replaceChildren(make("p", { className: "faint" }, t("troublesHint")), ...troubles.map(makeTrouble));
	if (focused) box.querySelector(`[data-trouble="${focused}"]`)?.focus();
};
