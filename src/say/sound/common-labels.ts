/** Words that people put before a colon, in six languages: none of them is a speaker's name. */
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
	labels
		.join(", ")
		.split(", ")
		.map((label) => label.normalize("NFC").toLowerCase()),
);

/** @returns whether a word stands before colons in ordinary texts, whatever its case */
export const isCommonLabel = (word: string): boolean =>
	folded.has(word.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim());
