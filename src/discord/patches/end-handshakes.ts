/** The members of a gateway connection that Herald uses. The connection's handshake may be under way. */
export interface Handshake {
	on(event: "error", listener: () => void): unknown;
	terminate(): void;
}

/**
 * Destroys shards, and also ends connections whose handshake is under way.
 *
 * @param destroy - has the library destroy the shards of these connections
 * @remarks @discordjs/ws 1.2.3 drops the listeners of such a handshake without ending it. If the handshake then fails,
 * its error is an uncaught exception; if it succeeds, it opens a connection that nothing uses. Can be removed when the
 * library ends handshakes.
 */
export const endHandshakes = async (
	connections: readonly Handshake[],
	destroy: () => Promise<void>,
): Promise<void> => {
	for (const connection of connections) connection.on("error", () => {});
	await destroy();
	for (const connection of connections) connection.terminate();
};
