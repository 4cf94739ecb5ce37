import { readFileSync } from "node:fs";

const picture = new URL("../../../deploy/herald.png", import.meta.url);

/** @returns Herald's picture as a data URI, for an application without one */
export const readPicture = (): string => `data:image/png;base64,${readFileSync(picture).toString("base64")}`;
