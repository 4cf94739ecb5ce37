const lengthBytes = 2;

/** Splits a stream of bytes into packets, each preceded by its length in two bytes. */
const cutPackets = () => {
	let rest = new Uint8Array();
	/** @param {Uint8Array} bytes */
	return function* (bytes) {
		const all = new Uint8Array(rest.length + bytes.length);
		all.set(rest);
		all.set(bytes, rest.length);
		const view = new DataView(all.buffer);
		let at = 0;
		while (at + lengthBytes <= all.length) {
			const end = at + lengthBytes + view.getUint16(at);
			if (end > all.length) break;
			yield all.subarray(at + lengthBytes, end);
			at = end;
		}
		rest = all.slice(at);
	};
};

/**
 * Everything that a member hears, as Opus packets, until the connection is lost or the signal aborts.
 *
 * @param {Record<string, string>} actor
 * @param {AbortSignal} signal
 * @param {(packet: Uint8Array<ArrayBuffer>) => void} onpacket
 */
export const followVoice = async (actor, signal, onpacket) => {
	const response = await fetch(`/playground/voice?${new URLSearchParams(actor)}`, { signal });
	if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
	const reader = response.body.getReader();
	const cut = cutPackets();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		for (const packet of cut(value)) onpacket(packet);
	}
};
