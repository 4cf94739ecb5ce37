import { tryAct } from "../api.js";
import { find, make } from "../dom.js";
import { state } from "../state.js";
import { pick, t } from "../texts.js";
import { toast } from "../toast.js";

const runTool = async (tool, button) => {
	button.disabled = true;
	const done = await tryAct("bench", { tool: tool.id });
	button.disabled = false;
	if (done) toast(t(tool.on ? "benchEnded" : "benchDone", { what: pick(tool.label) }));
};

const makeTool = (tool) => {
	const button = make(
		"button",
		{ type: "button", "data-tool": tool.id, onclick: () => runTool(tool, button) },
		pick(tool.label),
	);
	if (tool.on !== null) {
		button.setAttribute("aria-pressed", String(tool.on));
		if (tool.on) button.append(make("span", { className: "badge" }, t("on")));
	}
	return button;
};

/** Shows the troubles that the server offers. */
export const showBench = () => {
	const { bench } = state.guild;
	find("bench").hidden = bench.length === 0;
	find("bench").querySelector("summary").textContent = t("bench");
	const box = find("bench-tools");
	const focused = box.contains(document.activeElement) && document.activeElement.dataset.tool;
	box.replaceChildren(make("p", { className: "faint" }, t("benchHint")), ...bench.map(makeTool));
	if (focused) box.querySelector(`[data-tool="${focused}"]`)?.focus();
};
