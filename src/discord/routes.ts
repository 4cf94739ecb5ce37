import { button, declareRoutes, modal, select } from "./declare-routes.ts";

// Routes of components that appear outside of their command's answer.
// `answer` is the id of a remembered text, `item` a text's id in a queue.

export const sayRoutes = declareRoutes("say", {
	revoice: button("answer"),
	file: button("answer"),
	voicemessage: button("answer"),
	channel: button("answer"),
	again: button("answer"),
	skip: button("item"),
	stop: button("item"),
	// Discord wants the ids of menus in one message to differ. `menu` tells them apart.
	voice: select("menu", "answer"),
});

/** Routes of books. `book` is a book's id. */
export const bookRoutes = declareRoutes("book", {
	all: button("book"),
	fitting: button("book"),
	decline: button("book"),
	cancel: button("book"),
	pause: button("book"),
	resume: button("book"),
	back: button("book"),
	end: button("book"),
});

export const voiceRoutes = declareRoutes("voice", { sample: select("menu"), use: button("answer") });

export const redeemRoutes = declareRoutes("redeem", {
	/** Asks for a code. `answer` is the id of a text to say again afterwards, or "". */
	open: button("answer"),
	code: modal("answer"),
	/** Asks whether to redeem a code for a connected account. */
	confirm: button("question"),
	decline: button("question"),
});

export const readingRoutes = declareRoutes("reading", {
	pause: button(),
	resume: button(),
	decline: button(),
});
