import type { ExternalSender, GroupMoment } from "./external-sender.ts";
import type { DaveGroup, DaveMember } from "./group.ts";
import { uint8, uint64, vector } from "./tls-syntax.ts";

/**
 * Messages of a voice server that don't fit its client's state: proposals for another epoch or another group, a
 * commit or a welcome that can't be taken, proposals that are none, or an epoch that begins anew and goes no further.
 */
export type DaveDisturbance =
	| "proposals of another epoch"
	| "proposals of another group"
	| "proposals that are none"
	| "a commit of another group"
	| "an invalid welcome"
	| "a new epoch";

const append = uint8(0);
const elsewhere = uint64(1n);
// Far from those that are counted.
const transitionId = 0x7fff;

/** Sends a member of a group what doesn't fit. */
export const disturb = (
	member: DaveMember,
	group: DaveGroup,
	sender: ExternalSender,
	how: DaveDisturbance,
): void => {
	const { groupId, epoch } = group.moment;
	const propose = (moment: GroupMoment) =>
		member.propose(Buffer.concat([append, vector(sender.proposeRemove(moment, 0))]));
	const send: Readonly<Record<DaveDisturbance, () => void>> = {
		"proposals of another epoch": () => propose({ groupId, epoch: epoch + 7n }),
		"proposals of another group": () => propose({ groupId: elsewhere, epoch }),
		"proposals that are none": () => member.propose(Buffer.of(0, 3, 1, 2, 3)),
		"a commit of another group": () =>
			member.announceCommit(transitionId, sender.proposeRemove({ groupId: elsewhere, epoch }, 0)),
		"an invalid welcome": () => member.welcome(transitionId, Buffer.alloc(40, 7)),
		"a new epoch": () => member.prepareEpoch(group.version),
	};
	send[how]();
};
