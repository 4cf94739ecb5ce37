import { act, me, tryAct } from "./api.js";
import { find, make } from "./dom.js";
import { showAll, showChange, showFailure } from "./messages.js";
import { showModal } from "./modal.js";

const autocomplete = 4;
let guild;
let live;

const showGuild = (next) => {
	guild = next;
	document.title = guild.name;
	find("guild").textContent = guild.name;
	const people = guild.members.filter(({ bot }) => !bot);
	find("member").replaceChildren(
		...people.map(({ id, name }) => make("option", { value: id, selected: id === guild.me }, name)),
	);
};

const connect = (memberId) => {
	live?.close();
	live = new EventSource(memberId ? `/playground/live?as=${memberId}` : "/playground/live");
	const on = (name, run) => live.addEventListener(name, (event) => run(JSON.parse(event.data)));
	live.onopen = () => {
		find("status").textContent = "#general";
	};
	live.onerror = () => {
		find("status").textContent = "Not connected. Trying again…";
		// After a restart everybody has a new id, and the old address is refused for good.
		if (live.readyState === EventSource.CLOSED) setTimeout(() => connect(), 1000);
	};
	on("guild", showGuild);
	on("messages", (messages) => showAll(messages, guild));
	on("message", (change) => showChange(change, guild));
	on("modal", showModal);
	on("interaction", (interaction) => {
		if (interaction.state === "failed" && interaction.type !== autocomplete) showFailure(interaction);
	});
};

const describe = (line) => {
	const commands = guild.commands.filter(({ type, name }) => type === 1 && name.startsWith(line.slice(1)));
	return commands.map(({ name, description }) => `/${name}  ${description}`).join("\n");
};

const offerChoices = (choices) =>
	choices.map(({ name, value }) =>
		make(
			"button",
			{
				type: "button",
				onclick: () => {
					const line = find("line");
					line.value = line.value.replace(/[^:]*$/, `${value} `);
					find("hint").textContent = "";
					line.focus();
				},
			},
			name,
		),
	);

let typing = 0;
find("line").oninput = async () => {
	const line = find("line").value;
	typing += 1;
	const mine = typing;
	if (!line.startsWith("/")) find("hint").textContent = "";
	else if (!line.includes(" ")) find("hint").textContent = describe(line);
	else {
		const answer = await act("complete", { text: line }).catch(() => undefined);
		if (mine === typing && answer) find("hint").replaceChildren(...offerChoices(answer.choices.slice(0, 8)));
	}
};

find("line").onkeydown = (event) => {
	if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
	event.preventDefault();
	find("composer").requestSubmit();
};

find("composer").onsubmit = async (event) => {
	event.preventDefault();
	const line = find("line");
	if (!line.value.trim()) return;
	typing += 1;
	if (await tryAct("line", { text: line.value })) line.value = "";
};

find("member").onchange = () => connect(me());
connect();
