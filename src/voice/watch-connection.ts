import {
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { networkingOf } from "./connection.ts";
import { containFaults } from "./patches/contain-faults.ts";

/** The events of a connection that a link reacts to. */
export interface ConnectionEvents {
	/** Connected; encryption may still have to be agreed on. */
	readonly onReady: () => void;
	/** Something was said by the voice server: encryption may be agreed on, or not any more. */
	readonly onMessage: () => void;
	/** The library threw; what is left of the connection is worth nothing. */
	readonly onFault: (error: unknown) => void;
	/** Connecting, again perhaps: `resuming` when it goes on with the session it had. */
	readonly onConnecting: (resuming: boolean) => void;
	/**
	 * Closed by the voice server with this code; reported before the library acts, which would rejoin at once and
	 * endlessly.
	 */
	readonly onClosed: (code: number) => void;
	/** Given up by the library; `serverLost` when the voice server was taken away. */
	readonly onDisconnected: (serverLost: boolean) => void;
	readonly onDestroyed: () => void;
}

/** Reports a connection's events for as long as `isCurrent` is true. */
export const watchConnection = (
	connection: VoiceConnection,
	isCurrent: () => boolean,
	events: ConnectionEvents,
): void => {
	const onDisconnected = () => {
		const { state } = connection;
		if (state.status === VoiceConnectionStatus.Disconnected)
			events.onDisconnected(state.reason === VoiceConnectionDisconnectReason.EndpointRemoved);
	};
	connection.on("stateChange", (before, after) => {
		const networking = networkingOf(after);
		const another = networking !== networkingOf(before);
		if (networking && another)
			containFaults(networking, {
				onFault: (error) => isCurrent() && events.onFault(error),
				onMessage: () => isCurrent() && events.onMessage(),
			});
		if (!isCurrent()) return;
		if (networking && another)
			networking.prependListener("close", (code) => {
				if (isCurrent()) events.onClosed(code);
			});
		if (before.status === after.status) return;
		switch (after.status) {
			case VoiceConnectionStatus.Ready:
				return events.onReady();
			case VoiceConnectionStatus.Connecting:
				return events.onConnecting(networking?.state.code === NetworkingStatusCode.Resuming);
			case VoiceConnectionStatus.Disconnected:
				return onDisconnected();
			case VoiceConnectionStatus.Destroyed:
				return events.onDestroyed();
		}
	});
	// Without a gateway, the library is done before anyone listens.
	onDisconnected();
};
