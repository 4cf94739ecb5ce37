import tls from "node:tls";
import type { Playground } from "@herald/playground";

/** Those of the playgrounds that run here: nothing else is reached with TLS. */
const trusted = new Set<string>();
const trustThem = () => tls.setDefaultCACertificates([...trusted]);

/** Has this process trust a playground's voice servers. @returns how to end that */
export const trustVoice = ({ voice }: Playground): (() => void) => {
	const { certificate } = voice.certificate;
	trusted.add(certificate);
	trustThem();
	return () => {
		trusted.delete(certificate);
		trustThem();
	};
};
