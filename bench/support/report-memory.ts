/** Preloaded into a program (`node --import`): tells its parent on request what memory it uses. */
/** In bytes. */
export type MemoryReport = NodeJS.MemoryUsage;

process.on("message", (message) => {
	if (message === "report memory") process.send?.(process.memoryUsage() satisfies MemoryReport);
});
// Listening must not keep the program alive.
process.channel?.unref();
