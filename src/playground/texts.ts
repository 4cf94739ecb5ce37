import type { Texts } from "@herald/playground";
import texts from "./texts.json" with { type: "json" };

/** Herald's texts for the playground's page, in the page's languages. */
export const pageTexts = texts satisfies Readonly<Record<string, Required<Texts>>>;
