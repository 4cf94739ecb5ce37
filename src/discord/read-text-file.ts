import type { Attachment, Client } from "discord.js";
import { cutMarks } from "../cut-marks.ts";
import { fetchAttachment } from "./fetch-attachment.ts";

const fileMaxBytes = 64 * 1024;

/** @returns the lines of a text file uploaded to Discord: UTF-8, up to 64 KiB; undefined if it isn't one */
export const readTextFile = async (client: Client, file: Attachment): Promise<string[] | undefined> => {
	const fetched = await fetchAttachment(client, file, fileMaxBytes);
	if (!fetched.ok) return undefined;
	try {
		return cutMarks(new TextDecoder("utf-8", { fatal: true }).decode(fetched.bytes)).split(/\r?\n/);
	} catch {
		return undefined;
	}
};
