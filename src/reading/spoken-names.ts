import type { Store } from "../store/store.ts";
import { makeNameSpeakable } from "./speakable-name.ts";

/** How names are said in a guild. */
export interface NameOptions {
	readonly store: Pick<Store, "settings">;
	readonly guildId: string;
	/** As the guild's dictionary has words. */
	readonly rewrite: (text: string) => string;
	/** Whether the service has a voice for a name. */
	readonly canRead: (name: string) => boolean;
	/** Said where nothing of a name can be said. */
	readonly someone: string;
}

/** @returns a name as it is said; @param name - as Discord shows it, or as the member wants it said */
export const sayName = (
	name: string,
	{ rewrite, canRead, someone }: Omit<NameOptions, "store" | "guildId">,
) => {
	// What the dictionary writes may be anything again.
	const said = makeNameSpeakable(rewrite(makeNameSpeakable(name)));
	return said !== "" && canRead(said) ? said : someone;
};

/** @returns how a member is called aloud: as they want, else by their name without its decoration */
export const callMember = async (
	{ id, name }: { readonly id: string; readonly name: string },
	options: NameOptions,
): Promise<string> => {
	const { spokenName } = await options.store.settings.readMember(options.guildId, id);
	return sayName(spokenName ?? name, options);
};
