import { generateKeyPairSync, sign } from "node:crypto";
import { mls10, uint8, uint16, uint32, uint64, vector } from "./mls.ts";

const wireFormat = { publicMessage: uint16(1) } as const;
const credentialType = { basic: uint16(1) } as const;
const senderType = { external: uint8(2) } as const;
const contentType = { proposal: uint8(2) } as const;
const proposalType = { add: uint16(1), remove: uint16(3) } as const;

/** The point in a group's history that a proposal is meant for. */
export interface GroupMoment {
	readonly groupId: Uint8Array;
	readonly epoch: bigint;
}

/**
 * The voice server's part in an MLS group: not a member, but an external sender that may propose to add and remove
 * members.
 */
export class ExternalSender {
	readonly #keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
	/** The external sender package: the structure ExternalSender of RFC 9420, section 12.1.8.1. */
	readonly package: Buffer;

	constructor() {
		const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
		const point = [uint8(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
		this.package = Buffer.concat([
			vector(...point),
			credentialType.basic,
			vector(Buffer.from("playground voice server")),
		]);
	}

	/** A signed proposal to add the owner of this key package, as an MLSMessage. */
	proposeAdd(moment: GroupMoment, keyPackage: Uint8Array): Buffer {
		return this.#propose(moment, Buffer.concat([proposalType.add, keyPackage]));
	}

	/** A signed proposal to remove the member at a leaf, as an MLSMessage. */
	proposeRemove(moment: GroupMoment, leaf: number): Buffer {
		return this.#propose(moment, Buffer.concat([proposalType.remove, uint32(leaf)]));
	}

	// PublicMessage, RFC 9420, section 6.2: the signature covers the head and the content, but no group context, because
	// an external sender has none.
	#propose({ groupId, epoch }: GroupMoment, proposal: Buffer): Buffer {
		const head = Buffer.concat([uint16(mls10), wireFormat.publicMessage]);
		const content = Buffer.concat([
			vector(groupId),
			uint64(epoch),
			senderType.external,
			uint32(0),
			vector(),
			contentType.proposal,
			proposal,
		]);
		const signature = this.#signWithLabel("FramedContentTBS", Buffer.concat([head, content]));
		return Buffer.concat([head, content, vector(signature)]);
	}

	// SignWithLabel of RFC 9420, section 5.1.2.
	#signWithLabel(label: string, content: Buffer): Buffer {
		const signed = Buffer.concat([vector(Buffer.from(`MLS 1.0 ${label}`)), vector(content)]);
		return sign("sha256", signed, this.#keys.privateKey);
	}
}
