/** Preloaded into a program (`node --import`). Reports the program's memory to its parent on request. */
/** In bytes. */
export type MemoryReport = NodeJS.MemoryUsage;

process.on("message", (message) => {
	if (message === "report memory") process.send?.(process.memoryUsage() satisfies MemoryReport);
});
// This listener must not keep the program running.
process.channel?.unref();
