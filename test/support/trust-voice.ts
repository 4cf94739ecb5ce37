import tls from "node:tls";
import type { Playground } from "@herald/playground";

/** The certificates of this process's playgrounds. The process trusts no others. */
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
