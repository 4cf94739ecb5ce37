/** The parts of a connection that end its handshake. */
export interface Handshake {
	on(event: "error", listener: () => void): unknown;
	terminate(): void;
}

/**
 * Ends connections whose handshake is under way, too.
 *
 * @param destroy - has the library destroy the shards of these connections
 * @remarks @discordjs/ws 1.2.3 leaves such a handshake alone and drops its listeners: its error is an uncaught exception,
 *   or it opens a connection that nothing uses. Can go when the library ends it.
 */
export const endHandshakes = async (
	connections: readonly Handshake[],
	destroy: () => Promise<void>,
): Promise<void> => {
	for (const connection of connections) connection.on("error", () => {});
	await destroy();
	for (const connection of connections) connection.terminate();
};
