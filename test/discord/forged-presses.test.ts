import { eventually } from "@herald/common/testing/eventually.ts";
import type { InteractionTrace } from "@herald/playground";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { pages } from "../../commands/server/server-settings.ts";
import { panelSettings } from "../../src/settings/settings.ts";
import { useWorld } from "../support/world.ts";

const { herald, playground } = await useWorld({
	SPEECH_BASE_URL: "http://127.0.0.1:9",
	ACCOUNTS: "both",
	INSTALLS: "both",
});

const odd = ["", "gone", "__proto__", "-1", ":"];
const lists = ["channels", "ignores", "sources", "words", "dictionary", "presets"];
/** The values that are tried for a route's parameters, by their names. Other parameters get "1" and each of `odd`. */
const tried: Readonly<Record<string, readonly string[]>> = {
	key: [...Object.keys(panelSettings), ...odd],
	page: [...pages, ...odd],
	name: [...lists, ...odd],
	value: ["on", "off", ...odd],
	at: ["0", "9", ...odd],
};

/** Every route with each value of each parameter, while the other parameters have their first value. */
const forged = commands.flatMap(({ routes = [] }) =>
	routes.flatMap(({ kind, path, parameters }) => {
		const all = parameters.map((name) => tried[name] ?? ["1", ...odd]);
		const ids = all.flatMap((values, turn) =>
			values.map((value) => [path, ...all.map((each, at) => (at === turn ? value : each[0]))].join(":")),
		);
		return [...new Set(parameters.length === 0 ? [path] : ids)].map((id) => ({ kind, id }));
	}),
);

const menuTypes = [3, 5, 6, 8];
const menu = (custom_id: string, type: number) => ({
	...{ type, custom_id },
	...(type === 3 && { options: [{ label: "One", value: "gone" }] }),
});

/**
 * Puts components that Herald never made under one of Herald's answers: a panel if `isPanel`, otherwise the queue.
 * @returns the answer
 */
const show = async (isPanel: boolean, rows: readonly (readonly object[])[]): Promise<{ id: string }> => {
	const trace = herald.use(playground.home.owner, isPanel ? "voice me" : "queue");
	const answer = await trace.firstAnswer();
	const { token } = trace.interaction;
	const path = `webhooks/${playground.world.applicationId}/${token}/messages/@original`;
	const response = await fetch(`${playground.url}/api/v10/${path}`, {
		method: "PATCH",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ components: rows.map((components) => ({ type: 1, components })) }),
	});
	expect(response.status, await response.text()).toBe(200);
	return answer;
};

const chunks = <T>(items: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const pressButtons = async (isPanel: boolean, ids: readonly string[]) => {
	const buttons = ids.map((custom_id) => ({ type: 2, style: 2, label: "Old", custom_id }));
	const shown = await show(isPanel, chunks(buttons, 5));
	return ids.map((id) => playground.click(playground.home.owner, shown, id));
};

const chooseInMenus = async (isPanel: boolean, ids: readonly string[], type: number) => {
	const { owner, text } = playground.home;
	const [role = ""] = owner.guild.roles.keys();
	const values: Readonly<Record<number, string>> = { 3: "gone", 5: owner.user.id, 6: role, 8: text.id };
	const rows = ids.map((id) => [menu(id, type)]);
	const shown = await show(isPanel, rows);
	return ids.map((id) => playground.select(owner, shown, id, [values[type] ?? ""]));
};

/**
 * Submits a form of the panel once under each of these ids.
 * @param button - the id of the button that opens the form
 * @param input - the form's values
 */
const submit = async (ids: readonly string[], button: string, input: Record<string, string>) => {
	const [asked] = await pressButtons(true, [button]);
	const modal = await asked?.modal();
	if (!modal) throw new Error("there is no form");
	return ids.map((customId) => playground.submitModal(playground.home.owner, { ...modal, customId }, input));
};

/** @returns the errors that Herald logged for these presses, once it has handled all of them */
const findWrong = async (presses: readonly InteractionTrace[]): Promise<string[]> => {
	const ended = await eventually(() => {
		const endings = new Map(
			herald.logs.flatMap((line) =>
				line.event === "interaction" ? [[line.interaction, line] as const] : [],
			),
		);
		return presses.map(({ interaction: { id, name } }) => {
			const ending = endings.get(id);
			expect(ending, name).toBeDefined();
			return { ...ending, name };
		});
	});
	return ended.flatMap(({ name, err, outcome }: Readonly<Record<string, unknown>>) =>
		err === undefined ? [] : [`${name}: ${outcome} ${JSON.stringify(err)}`],
	);
};

const idsOf = (kind: string) => forged.filter((each) => each.kind === kind).map(({ id }) => id);
const ofPanels = (id: string) => /^(server|voice|account|my-account):/.test(id);

test("pressing a button that Herald never offered gets a sentence and causes no error", async () => {
	for (const isPanel of [true, false])
		for (const ids of chunks(
			idsOf("button").filter((id) => ofPanels(id) === isPanel),
			25,
		))
			expect(await findWrong(await pressButtons(isPanel, ids))).toEqual([]);
});

test("choosing in a menu that Herald never offered, or in one of another type, causes no error", async () => {
	for (const isPanel of [true, false]) {
		const here = idsOf("select").filter((id) => ofPanels(id) === isPanel);
		for (const type of menuTypes)
			for (const ids of chunks(here, 5))
				expect(await findWrong(await chooseInMenus(isPanel, ids, type))).toEqual([]);
	}
});

test.each([
	["server:ask:style", { value: "1" }],
	["server:add:dictionary", { word: "a", say: "b" }],
	["account:connect", { key: "k" }],
])("submitting any form with the fields of the form %s causes no error", async (button, input) => {
	for (const ids of chunks(idsOf("modal"), 25))
		expect(await findWrong(await submit(ids, button, input))).toEqual([]);
});

test("a form with fields that it no longer has gets a sentence that says what to use instead", async () => {
	const [trace] = await submit(["server:added:words"], "server:ask:style", { value: "1" });
	const { content } = (await trace?.message(({ thinking }) => !thinking)) ?? {};
	expect(content).toBe("That part of Herald has changed. Use `/server` instead.");
});
