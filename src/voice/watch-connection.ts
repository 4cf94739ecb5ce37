import {
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { networkingOf } from "./connection.ts";

/** What happens to a connection, as far as it decides what a link does. */
export interface ConnectionEvents {
	/** Connected; encryption may still have to be agreed on. */
	readonly onReady: () => void;
	/** Encryption has been agreed on anew. */
	readonly onTransitioned: () => void;
	/** Connecting, again perhaps: `resuming` when it goes on with the session it had. */
	readonly onConnecting: (resuming: boolean) => void;
	/** Closed at the voice server with this code, ahead of the library, which rejoins at once and without an end. */
	readonly onClosed: (code: number) => void;
	/** Given up by the library; `serverLost` when the voice server was taken away. */
	readonly onDisconnected: (serverLost: boolean) => void;
	readonly onDestroyed: () => void;
}

/** Tells what happens to a connection for as long as `isCurrent` says that somebody wants to know. */
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
	connection.on("transitioned", () => {
		if (isCurrent()) events.onTransitioned();
	});
	connection.on("stateChange", (before, after) => {
		if (!isCurrent()) return;
		const networking = networkingOf(after);
		if (networking && networking !== networkingOf(before))
			networking.prependListener("close", (code) => {
				if (isCurrent()) events.onClosed(code);
			});
		if (before.status === after.status) return;
		switch (after.status) {
			case VoiceConnectionStatus.Ready:
				return events.onReady();
			case VoiceConnectionStatus.Connecting:
			case VoiceConnectionStatus.Signalling:
				return events.onConnecting(networking?.state.code === NetworkingStatusCode.Resuming);
			case VoiceConnectionStatus.Disconnected:
				return onDisconnected();
			case VoiceConnectionStatus.Destroyed:
				return events.onDestroyed();
		}
	});
	// Without a gateway the library is done before anyone listens.
	onDisconnected();
};
