import { connect, createServer, type Socket } from "node:net";

/** A proxy before a PostgreSQL server. A test can make the proxy hang. */
export interface HangingProxy {
	/** The server's address through the proxy. */
	readonly url: string;
	/** Accepts connections and data from now on, and answers nothing. @returns a function that ends this */
	hang(): () => void;
	/** Stops answering on the connections that are open now. Later connections are answered. */
	stall(): void;
	/**
	 * Cuts the connection of the next COMMIT: before the server receives the COMMIT, or after the server has answered
	 * but before the client has the answer. Resolves once the connection is cut.
	 */
	cutCommit(where: "before" | "after"): Promise<void>;
	close(): void;
}

/**
 * @param url - the address of a PostgreSQL server that listens on a Unix socket. The query parameter `host` is the socket's
 * folder
 * @param at - the port. By default, any free one
 */
export const startHangingProxy = async (url: string, at = 0): Promise<HangingProxy> => {
	const { pathname, searchParams: options } = new URL(url);
	const open = new Set<Socket>();
	let isHanging = false;
	let cut: { readonly where: "before" | "after"; readonly done: () => void } | undefined;
	const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
		open.add(from);
		from.on("data", (bytes) => {
			// PostgreSQL's answer to a COMMIT contains the same word.
			if (!cut || isAnswer !== (cut.where === "after") || !bytes.includes("COMMIT")) {
				to.write(bytes);
				return;
			}
			from.destroy();
			to.destroy();
			cut.done();
			cut = undefined;
		});
		from.on("error", () => {});
		from.on("close", () => {
			open.delete(from);
			to.destroy();
		});
		if (isHanging) from.pause();
	};
	const server = createServer((client) => {
		const behind = connect(`${options.get("host")}/.s.PGSQL.${options.get("port") ?? "5432"}`);
		pass(client, behind, false);
		pass(behind, client, true);
	});
	await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
	const { port } = server.address() as { port: number };
	return {
		url: `postgres://${options.get("user")}@127.0.0.1:${port}${pathname}`,
		hang: () => {
			isHanging = true;
			for (const socket of open) socket.pause();
			return () => {
				isHanging = false;
				for (const socket of open) socket.resume();
			};
		},
		stall: () => {
			for (const socket of open) socket.pause();
		},
		cutCommit: (where) =>
			new Promise((done) => {
				cut = { where, done };
			}),
		close: () => {
			server.close();
			for (const socket of open) socket.destroy();
		},
	};
};
