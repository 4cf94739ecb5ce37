import type { IncomingMessage } from "node:http";

const standardPorts: readonly unknown[] = [80, 443];

/**
 * True if a request addresses this machine by its own name and doesn't come from another site's page. Foreign names
 * that resolve here, and foreign pages that post here or open WebSockets, are refused.
 */
export const isOwn = ({ headers, socket }: IncomingMessage): boolean => {
	const port = socket.localPort;
	const hosts = ["127.0.0.1", "localhost"].map((name) =>
		standardPorts.includes(port) ? name : `${name}:${port}`,
	);
	if (!hosts.includes(headers.host ?? "")) return false;
	return headers.origin === undefined || headers.origin === `http://${headers.host}`;
};
