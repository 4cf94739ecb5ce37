import { tryAct } from "./api.js";
import { renderComponents } from "./components.js";
import { find, make } from "./dom.js";

const flags = { loading: 128, voice: 8192 };

// The page may be open under another name of this machine than the one in the address.
const ownPath = (url) => new URL(url).pathname;

const renderFile = (attachment, isVoice) => {
	const source = ownPath(attachment.url);
	const label = isVoice ? `Voice message, ${Math.round(attachment.duration_secs)} s` : attachment.filename;
	const link = make("a", { href: source, download: attachment.filename, className: "faint" }, label);
	if (!attachment.content_type?.startsWith("audio/")) return link;
	return make(
		"div",
		{},
		link,
		make("audio", { controls: true, preload: "metadata", src: source, ariaLabel: label }),
	);
};

const nameMentions = (text, guild) =>
	text.replace(/<(@[!&]?|#)(\d+)>/g, (whole, sign, id) => {
		const list = sign === "#" ? guild.channels : sign === "@&" ? guild.roles : guild.members;
		const found = list.find((each) => each.id === id);
		return found ? `${sign[0]}${found.name}` : whole;
	});

const renderMessage = (message, guild) => {
	const author = guild.members.find(({ id }) => id === message.author.id);
	const asker = message.interaction && guild.members.find(({ id }) => id === message.interaction.user.id);
	const time = new Date(message.timestamp);
	const article = make(
		"article",
		{ id: `m${message.id}`, className: message.ephemeral ? "private" : "" },
		asker && make("p", { className: "faint" }, `${asker.name} used /${message.interaction.name}`),
		make(
			"header",
			{ className: "row" },
			make("strong", {}, author?.name ?? message.author.username),
			message.author.bot ? make("span", { className: "badge" }, "APP") : "",
			make("time", { className: "faint", dateTime: message.timestamp }, time.toLocaleTimeString()),
		),
	);
	if (message.flags & flags.loading)
		article.append(make("p", { className: "faint" }, `${author?.name} is thinking…`));
	if (message.content) article.append(make("p", {}, nameMentions(message.content, guild)));
	if (message.edited_timestamp) article.append(make("span", { className: "faint" }, "(edited)"));
	for (const embed of message.embeds ?? [])
		article.append(
			make("blockquote", {}, make("strong", {}, embed.title ?? ""), make("p", {}, embed.description ?? "")),
		);
	for (const attachment of message.attachments ?? [])
		article.append(renderFile(attachment, message.flags & flags.voice));
	article.append(...renderComponents(message));

	const menu = guild.commands.filter(({ type }) => type === 3);
	if (!message.ephemeral && menu.length > 0)
		article.append(
			make(
				"div",
				{ className: "row" },
				...menu.map(({ name }) =>
					make(
						"button",
						{
							type: "button",
							className: "plain",
							onclick: () => tryAct("messageCommand", { name, messageId: message.id }),
						},
						`Apps: ${name}`,
					),
				),
			),
		);
	if (message.ephemeral)
		article.append(
			make("span", { className: "faint" }, "Only you can see this. "),
			make(
				"button",
				{ type: "button", className: "plain", onclick: () => tryAct("dismiss", { messageId: message.id }) },
				"Dismiss",
			),
		);
	return article;
};

const keepInView = (change) => {
	const list = find("messages");
	const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
	change(list);
	if (atEnd) list.scrollTop = list.scrollHeight;
};

export const showAll = (messages, guild) => {
	const list = find("messages");
	list.replaceChildren(...messages.map((message) => renderMessage(message, guild)));
	list.scrollTop = list.scrollHeight;
};

export const showChange = ({ kind, message }, guild) =>
	keepInView((list) => {
		const old = find(`m${message.id}`);
		if (kind === "deleted") old?.remove();
		else if (old) old.replaceWith(renderMessage(message, guild));
		else list.append(renderMessage(message, guild));
	});

/** Says what Discord says when an application stays silent; for a component, under its message. */
export const showFailure = (interaction) =>
	keepInView((list) => {
		const note = make("p", { className: "failed" }, "The application did not respond.");
		const thinking = interaction.originalId && find(`m${interaction.originalId}`);
		const place = thinking || (interaction.sourceMessageId && find(`m${interaction.sourceMessageId}`));
		if (place) place.append(note);
		else list.append(make("article", { className: "private" }, make("p", {}, interaction.name), note));
	});
