/** @returns a length of sound as people write it: "0:03", "12:40" */
export const formatLength = (ms: number): string => {
	const seconds = Math.max(1, Math.round(ms / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
