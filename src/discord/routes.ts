import { button, declareRoutes, modal, select } from "./declare-routes.ts";

// Routes of components shown outside their command. `answer` is the id of a remembered text, `item` that of one in a queue.

export const sayRoutes = declareRoutes("say", {
	revoice: button("answer"),
	file: button("answer"),
	voicemessage: button("answer"),
	channel: button("answer"),
	again: button("answer"),
	skip: button("item"),
	stop: button("item"),
	// Menus in one message must have different ids.
	voice: select("menu", "answer"),
});

/** Routes of long texts: `book` is the id of one. */
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
	/** Asks for a code; with it there may be an `answer` to be spoken again, or "". */
	open: button("answer"),
	code: modal("answer"),
	/** Asks whether to redeem a code for a server's own account. */
	confirm: button("question"),
	decline: button("question"),
});

export const readingRoutes = declareRoutes("reading", {
	pause: button(),
	resume: button(),
	decline: button(),
});
