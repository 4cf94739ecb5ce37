import { VoiceOpcodes } from "discord-api-types/voice/v8";
import type { VoiceClient } from "../voice-client.ts";
import type { DaveMember } from "./group.ts";
import { uint16 } from "./tls-syntax.ts";

/** A connected client as a member of its channel's group. */
export const remoteMember = (client: VoiceClient): DaveMember => ({
	userId: client.userId,
	setExternalSender: (bytes) => client.sendBinary(VoiceOpcodes.DaveMlsExternalSender, bytes),
	propose: (payload) => client.sendBinary(VoiceOpcodes.DaveMlsProposals, payload),
	announceCommit: (id, commit) =>
		client.sendBinary(VoiceOpcodes.DaveMlsAnnounceCommitTransition, Buffer.concat([uint16(id), commit])),
	welcome: (id, welcome) =>
		client.sendBinary(VoiceOpcodes.DaveMlsWelcome, Buffer.concat([uint16(id), welcome])),
	prepareTransition: (id, version) =>
		client.send(VoiceOpcodes.DavePrepareTransition, { transition_id: id, protocol_version: version }),
	executeTransition: (id) => client.send(VoiceOpcodes.DaveExecuteTransition, { transition_id: id }),
	prepareEpoch: (version) =>
		client.send(VoiceOpcodes.DavePrepareEpoch, { epoch: 1, protocol_version: version }),
});
