import * as de from "./de.ts";
import type { Language } from "./en.ts";
import * as es from "./es.ts";
import * as fr from "./fr.ts";
import * as ja from "./ja.ts";
import * as pt from "./pt.ts";

/** Herald's languages beside English. A new one is a file like these, added here. */
export const languages: readonly Language[] = [de, es, fr, ja, pt];
