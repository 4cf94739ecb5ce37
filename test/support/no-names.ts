/** For texts in which nothing is mentioned. */
export const noNames = { users: new Map(), channels: new Map(), roles: new Map(), locale: "en-US" };
