import type { GuildKey } from "../../src/settings/settings.ts";
import { stale } from "../panel/press.ts";
import { type Page, pages } from "./routes.ts";
import { findKey } from "./server-settings.ts";

/** @throws Problem when there is no such setting */
export const readKey = (name: string): GuildKey => {
	const key = findKey(name);
	if (key === undefined) throw stale("server");
	return key;
};

/** @throws Problem when there is no such page */
export const readPage = (name: string | undefined): Page => {
	const page = pages.find((each) => each === name);
	if (page === undefined) throw stale("server");
	return page;
};
