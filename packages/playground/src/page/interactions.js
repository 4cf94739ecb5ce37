/** How the chosen member's interactions end: what the live channel tells, kept until somebody asks. */

const ends = new Map();

const endOf = (id) => {
	if (!ends.has(id)) ends.set(id, Promise.withResolvers());
	return ends.get(id);
};

/** Takes what the live channel tells of an interaction. */
export const noteInteraction = ({ id, state }) => {
	if (state !== "waiting") endOf(id).resolve(state);
};

/** Resolves with `answered` or `failed` when the application has answered, or should have. */
export const settled = (id) => endOf(id).promise;
