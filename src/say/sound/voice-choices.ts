import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import type { Preset } from "../../store/database.ts";
import type { UsablePresets } from "../../store/settings.ts";
import { findPreset, listPresets } from "./presets.ts";
import type { LostVoice, SoundChoices } from "./request.ts";
import type { Voices } from "./voices.ts";

interface VoiceLayers {
	readonly option: Partial<VoicePreferences>;
	readonly own: VoicePreferences;
	readonly everywhere: VoicePreferences;
	readonly server: VoicePreferences;
	/** The voices; their descriptions are of the speakers of the member's language. */
	readonly voices: Voices;
	readonly presets: UsablePresets;
	/** The language of the member's Discord (BCP 47), if it is known. */
	readonly locale: string | undefined;
	/** The language of the server's Discord (BCP 47), for messages that are read aloud; otherwise undefined. */
	readonly guildLocale: string | undefined;
	/** The operator's default language, a tag; undefined if none is set. */
	readonly defaultLanguage: string | undefined;
}

const order = ["option", "own", "everywhere", "server"] as const;

/** The choices of one source. What the source didn't choose itself comes from the preset that it chose. */
interface Layer extends Partial<VoicePreferences> {
	readonly from: (typeof order)[number];
	readonly usedPreset: Preset | undefined;
}

const toLayer =
	(choices: VoiceLayers) =>
	(from: (typeof order)[number]): Layer => {
		const { voice, style, language, speed, preset, ...rest } = choices[from];
		const { presets } = choices;
		// A server can only use its own presets.
		const known = from === "server" ? { ...presets, own: [] } : presets;
		const usedPreset = preset ? findPreset(preset, known) : undefined;
		return {
			...rest,
			from,
			preset: preset ?? null,
			usedPreset,
			voice: voice ?? usedPreset?.voice ?? null,
			style: style ?? usedPreset?.style ?? null,
			language: language ?? usedPreset?.language ?? null,
			speed: speed ?? usedPreset?.speed ?? null,
		};
	};

const firstChosen = <T>(layers: readonly Layer[], pick: (from: Layer) => T | null | undefined) => {
	for (const layer of layers) {
		const value = pick(layer);
		if (value !== null && value !== undefined) return { value, from: layer.from };
	}
	return undefined;
};

const findLost = ({ from, voice, preset, usedPreset }: Layer, choices: VoiceLayers): readonly LostVoice[] => {
	if (from === "option") return [];
	if (preset && !usedPreset) return [{ kind: "preset", name: preset, from }];
	const isLost = voice && !choices.voices.find(voice);
	return isLost ? [{ kind: "voice", name: voice, from }] : [];
};

/**
 * Decides how a text is spoken. The order of precedence is: the command's option, the member's choice here, their
 * choice for everywhere, the server's, the operator's.
 */
const resolvePreferences = (choices: VoiceLayers): SoundChoices => {
	const layers = order.map(toLayer(choices));
	const voice = firstChosen(layers, (layer) => layer.voice && choices.voices.find(layer.voice)?.name) ?? {
		value: choices.voices.default,
		from: "default",
	};
	const speaking = layers.find(({ from }) => from === voice.from);
	const spokenAtHome = baseLanguage(choices.locale ?? "");
	const spokenInGuild = baseLanguage(choices.guildLocale ?? "");
	const isPreset = speaking?.usedPreset && !choices[speaking.from].voice;
	return {
		voice,
		speaker: (isPreset && speaking.usedPreset?.name) || voice.value,
		style: firstChosen(layers, ({ style }) => style),
		speed: firstChosen(layers, ({ speed }) => speed) ?? { value: 1, from: "default" },
		delivery: firstChosen(layers, ({ delivery }) => delivery) ?? { value: "auto", from: "default" },
		languages: [
			...layers.flatMap(({ from, language }) => (language ? [{ value: language, from }] : [])),
			// If the operator's default is a regional variant of the member's language, the default takes its place.
			...(spokenAtHome === undefined || spokenAtHome === baseLanguage(choices.defaultLanguage ?? "")
				? []
				: [{ value: spokenAtHome, from: "locale" } as const]),
			...(choices.defaultLanguage === undefined
				? []
				: [{ value: choices.defaultLanguage, from: "default" } as const]),
			...(spokenInGuild === undefined ? [] : [{ value: spokenInGuild, from: "locale" } as const]),
		],
		lost: layers.flatMap((layer) => findLost(layer, choices)),
	};
};

export type VoiceChoices = ReturnType<typeof listChoices>;

/** How a member sounds in a guild, and who else can speak in their dialogues, at one moment. */
export const listChoices = (layers: Omit<VoiceLayers, "option">) => {
	const { voices } = layers;

	/**
	 * @param name - a preset's or voice's name, in upper or lower case, or words that describe a voice
	 * @param whose - a server can only use its own presets
	 * @returns the change of settings that chooses the preset or voice. Choosing a preset unsets earlier choices of what
	 * the preset sets
	 * @throws Problem `unknown_voice` with the nearest names of presets and voices, if `name` fits none
	 */
	const pick = (name: string, whose: "member" | "server" = "member"): Partial<VoicePreferences> => {
		const usable = whose === "member" ? layers.presets : { ...layers.presets, own: [] };
		const preset = findPreset(name, usable);
		if (!preset) {
			const names = listPresets(usable).map((each) => each.name);
			return { voice: voices.choose(name, names).name, preset: null };
		}
		return {
			voice: null,
			preset: preset.name,
			...(preset.style !== null && { style: null }),
			...(preset.language !== null && { language: null }),
			...(preset.speed !== null && { speed: null }),
		};
	};

	return {
		voices,
		pick,

		get presets(): readonly Preset[] {
			return listPresets(layers.presets);
		},

		/** The names that can begin a turn of a dialogue. */
		get speakers(): readonly string[] {
			return [...listPresets(layers.presets), ...voices.own]
				.map(({ name }) => name)
				.filter((name) => !isCommonLabel(name));
		},

		/**
		 * Decides how a text is spoken, and why.
		 *
		 * @param option - the command's own options; its voice may be a preset
		 * @throws Problem `unknown_voice` if the command names an unknown voice
		 */
		resolve: ({ voice, ...option }: Partial<VoicePreferences> = {}): SoundChoices =>
			resolvePreferences({ ...layers, option: { ...(voice && pick(voice)), ...option } }),
	};
};

/** Words that people put before a colon, in six languages. They aren't names of speakers. */
const labels: readonly string[] = [
	// English
	"a, address, agenda, answer, attention, author, because, btw, caution, comment, conclusion, contact, date, deadline, definition, edit, email, error, example, fact, fix, from, fun fact, fyi, goal, heads up, hint, how, idea, important, info, link, location, me, message, name, news, note, notice, nsfw, option, p.s, password, phone, place, please note, point, price, problem, ps, q, question, quote, re, reason, reminder, reply, result, review, rule, see also, so, solution, source, spoiler, status, step, subject, summary, task, tbh, that is, time, tip, title, tl;dr, tldr, to, today, todo, tomorrow, topic, translation, update, url, username, version, warning, what, when, where, who, why, wip, yesterday, you",
	// German
	"achtung, adresse, also, am, an, anmerkung, antwort, aufgabe, autor, außerdem, begründung, beispiel, bemerkung, betreff, bitte beachten, beweis, datum, denn, du, entschuldigung, ergebnis, erinnerung, ergänzung, fakt, fazit, fehler, frage, fragen, frist, für, gestern, grund, heute, hinweis, ich, idee, info, kommentar, korrektur, kurz, lösung, merke, morgen, nachricht, nachtrag, neu, notiz, oder, ort, passwort, preis, problem, pro, contra, quelle, regel, schritt, siehe, stand, status, thema, tipp, titel, treffpunkt, uhrzeit, und, vorschlag, von, vorsicht, wann, warnung, warum, was, wer, wichtig, wie, wo, ziel, zitat, zur info, zusammenfassung",
	// French
	"adresse, astuce, attention, auteur, avertissement, aujourd'hui, but, citation, commentaire, conclusion, conseil, date, de, demain, donc, erreur, étape, exemple, explication, fait, heure, hier, idée, important, info, lien, lieu, mise à jour, modif, moi, mot de passe, nb, nom, nota, note, nouveau, objet, où, pour, pourquoi, précision, prix, problème, qui, quand, question, rappel, raison, règle, remarque, réponse, résultat, résumé, solution, source, statut, sujet, titre, toi, à, à noter, à faire, à savoir",
	// Spanish
	"actualización, advertencia, asunto, atención, autor, aviso, ayer, cita, comentario, conclusión, consejo, contraseña, correo, cuando, cuándo, de, dirección, donde, dónde, dato, edición, ejemplo, enlace, error, estado, fecha, fuente, hora, hoy, idea, importante, información, lugar, mañana, mensaje, meta, motivo, nombre, nota, novedad, ojo, objetivo, para, paso, pd, posdata, por qué, precio, pregunta, problema, pronto, qué, quién, recordatorio, regla, resultado, respuesta, resumen, solución, tarea, tema, título, truco, tú, yo",
	// Portuguese
	"a fazer, advertência, amanhã, assunto, atenção, atualização, autor, aviso, cuidado, citação, comentário, conclusão, correção, dado, data, de, detalhe, dica, edição, endereço, erro, etapa, eu, exemplo, fonte, hoje, hora, horário, ideia, importante, informação, lembrete, lembrando, local, mensagem, meta, motivo, nome, nota, novidade, obs, observação, ontem, onde, para, passo, por que, pergunta, prazo, preço, problema, quando, quem, regra, resposta, resultado, resumo, senha, situação, solução, tarefa, tema, título, você",
	// Japanese
	"q, a, お知らせ, お願い, きっかけ, ここ, ポイント, まとめ, メモ, ヒント, リンク, 予定, 今日, 件名, 作者, 例, 例文, 値段, 備考, 出典, 参考, 名前, 告知, 回答, 場所, 変更, 宛先, 宿題, 引用, 日付, 日時, 時間, 明日, 昨日, 更新, 期限, 概要, 注, 注意, 理由, 目的, 目標, 答え, 結果, 結論, 締切, 編集, 要約, 解決, 解答, 訂正, 説明, 警告, 質問, 追記, 追加, 速報, 連絡, 重要, 集合, 題名, 私, 僕",
];

const folded: ReadonlySet<string> = new Set(
	labels.flatMap((list) => list.normalize("NFC").toLowerCase().split(", ")),
);

/** @returns whether a word, in upper or lower case, often stands before a colon in ordinary texts */
export const isCommonLabel = (word: string): boolean =>
	folded.has(word.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim());
