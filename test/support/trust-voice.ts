import tls from "node:tls";
import type { Playground } from "@herald/playground";

/** The certificates of the playgrounds that run here: the only ones that this process trusts. */
const trusted = new Set<string>();
const trustThem = () => tls.setDefaultCACertificates([...trusted]);

/** Makes this process trust a playground's voice servers. @returns a function that ends this */
export const trustVoice = ({ voice }: Playground): (() => void) => {
	const { certificate } = voice.certificate;
	trusted.add(certificate);
	trustThem();
	return () => {
		trusted.delete(certificate);
		trustThem();
	};
};
