/** The names for texts that mention nobody. */
export const noNames = { users: new Map(), channels: new Map(), roles: new Map(), locale: "en-US" };
