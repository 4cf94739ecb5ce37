import { existsSync, readFileSync } from "node:fs";

const picture = new URL("../../../deploy/herald.png", import.meta.url);

/** @returns Herald's picture as a data URI; undefined where it isn't there, as in the container */
export const readPicture = (): string | undefined =>
	existsSync(picture) ? `data:image/png;base64,${readFileSync(picture).toString("base64")}` : undefined;
