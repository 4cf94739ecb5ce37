const length = 74;
const bodyLength = 70;

/** The answer to an IP discovery datagram; nothing for any other datagram. */
export const answerIpDiscovery = (packet: Buffer, address: string, port: number): Buffer | undefined => {
	if (packet.length !== length || packet.readUInt16BE(0) !== 1 || packet.readUInt16BE(2) !== bodyLength)
		return undefined;
	const answer = Buffer.alloc(length);
	answer.writeUInt16BE(2, 0);
	answer.writeUInt16BE(bodyLength, 2);
	packet.copy(answer, 4, 4, 8);
	answer.write(address, 8, "ascii");
	answer.writeUInt16BE(port, length - 2);
	return answer;
};
