import type { Attachment, RepliableInteraction } from "discord.js";
import { fetchAttachment } from "../../discord/fetch-attachment.ts";
import { whoOf } from "../../discord/place.ts";
import { partyOf } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Block } from "../../speech/text/document/block.ts";
import type { DocumentReader } from "../../speech/text/document/document-reader.ts";

/** Bytes of a file for each character of its words, at most: with the times of subtitles, for example. */
const bytesACharacter = 8;

/** The endings of files that are read: others are tried if they come. Discord takes ten at most. */
export const documentTypes = [".txt", ".text", ".log", ".md", ".markdown", ".mdown", ".mkd", ".srt", ".vtt"];

export interface FileReading {
	readonly documents: DocumentReader;
	/** The most that is read of a file, in characters of words to say. */
	readonly fileMaxCharacters: number;
}

/** @returns what is said of a member's text file; @throws {@link Problem} `bad_file`, `file_too_long`, `unspeakable` */
export const readFile = async (
	interaction: RepliableInteraction,
	file: Attachment,
	{ documents, fileMaxCharacters: max }: FileReading,
): Promise<readonly Block[]> => {
	const refuseLong = () => new Problem({ kind: "file_too_long", max });
	const fetched = await fetchAttachment(interaction.client, file, max * bytesACharacter);
	if (!fetched.ok && fetched.why === "too_large") throw refuseLong();
	if (!fetched.ok) throw new Problem({ kind: "bad_file", why: fetched.why as "gone" | "unreachable" });
	const reading = await documents.read(fetched.bytes, file.name, partyOf(whoOf(interaction)), max);
	if (reading.ok) return reading.blocks;
	const { why } = reading;
	if (why === "empty") throw new Problem({ kind: "unspeakable" });
	throw why === "too_long" ? refuseLong() : new Problem({ kind: "bad_file", why });
};
