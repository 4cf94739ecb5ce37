import * as de from "./de.ts";
import type { Language } from "./en.ts";

/** Herald's languages beside English. A new one is a file like these, added here. */
export const languages: readonly Language[] = [de];
