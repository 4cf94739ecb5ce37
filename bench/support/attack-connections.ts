/** Misuses connections, in a process of its own. Begins with each job, and ends with the message `end`. */
import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

/** The ways in which a client misuses connections. */
export const attacks = ["pipelined", "body withheld", "answer unread", "hung up"] as const;
export type Attack = (typeof attacks)[number];

export interface AttackJob {
	readonly attack: Attack;
	readonly port: number;
	/** The request line and headers, without the empty line. */
	readonly head: string;
	readonly body: string;
	/** Set for a TLS server. */
	readonly certificate?: string;
}

const volleyMs = 1_000;

/** For each attack, how many connections are opened at once, the requests on each, and whether that is repeated. */
const volleys: Readonly<Record<Attack, { connections: number; requests: number; again: boolean }>> = {
	pipelined: { connections: 1, requests: 1_000, again: true },
	"body withheld": { connections: 500, requests: 1, again: false },
	// The server refuses more connections.
	"answer unread": { connections: 50, requests: 8, again: false },
	"hung up": { connections: 100, requests: 1, again: true },
};

const open = ({ attack, port, head, body, certificate: ca }: AttackJob): Socket => {
	const whole = `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
	const host = "127.0.0.1";
	const socket = ca === undefined ? connect({ port, host }) : connectSecurely({ port, host, ca });
	socket.on("error", () => {});
	switch (attack) {
		case "pipelined":
			socket.resume().write(whole.repeat(volleys[attack].requests));
			break;
		case "body withheld":
			socket.resume().write(`${head}\r\nContent-Length: 1000\r\n\r\n`);
			break;
		case "answer unread":
			socket.write(whole.repeat(volleys[attack].requests));
			break;
		case "hung up":
			socket.write(whole, () => socket.destroy());
	}
	return socket;
};

let end = (): number => 0;

const begin = (job: AttackJob): void => {
	const sockets: Socket[] = [];
	const { connections, again } = volleys[job.attack];
	const volley = () => {
		for (let n = 0; n < connections; n += 1) sockets.push(open(job));
	};
	volley();
	const timer = again ? setInterval(volley, volleyMs) : undefined;
	end = () => {
		clearInterval(timer);
		const kept = sockets.filter(({ destroyed }) => !destroyed).length;
		for (const socket of sockets) socket.destroy();
		return kept;
	};
};

process.on("message", (job: AttackJob | "end") => {
	if (job === "end") process.send?.(end());
	else begin(job);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
