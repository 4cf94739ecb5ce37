import { EventEmitter } from "node:events";
import type { ShownModal } from "../checks/modal.ts";
import type { Interaction } from "./interactions.ts";
import type { StoredMessage } from "./messages.ts";

interface Events {
	/** A message came, changed or went, or a private one did for its one reader. */
	message: [kind: "created" | "edited" | "deleted", message: StoredMessage];
	/** An interaction was opened, answered or given up. */
	interaction: [interaction: Interaction];
	modal: [modal: ShownModal];
	/** Commands, permissions or the presence of the application changed. */
	guild: [];
	/** Somebody joined, left or changed in a voice channel. */
	voice: [];
}

/** What happens in the playground as its members see it: read by the page and by traces. */
export class Feed extends EventEmitter<Events> {
	constructor() {
		super();
		this.setMaxListeners(0);
	}
}
