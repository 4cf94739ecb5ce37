import type { en } from "./en.ts";

/** Every sentence that a member may read, in German. */
export const de: Readonly<Record<keyof typeof en, string>> = {
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.progress": "Ich spreche … {done} von {total}",
	"say.without_style": "-# Der Sprachdienst kennt keine Stile: er blieb weg.",
	"say.voice_message_refused": "Discord hat die Sprachnachricht hier abgelehnt, darum kam sie als Datei.",
	"lost.own": "-# Deine Stimme {voice} gibt es nicht mehr: wähle mit `/voice me` eine andere.",
	"lost.server":
		"-# Die Stimme {voice} dieses Servers gibt es nicht mehr: wähle mit `/server voice` eine andere.",

	"button.another_voice": "Noch einmal mit anderer Stimme",
	"button.as_voice_message": "Als Sprachnachricht",
	"button.as_file": "Als Datei",
	"button.choose_voice": "Mit welcher Stimme?",
	"button.over": "Dieser Knopf geht nur 15 Minuten lang: benutze den Befehl noch einmal.",
	"button.not_yours": "Diese Knöpfe kann nur benutzen, wer darum gebeten hat.",
	"voices.female": "Weibliche Stimmen",
	"voices.male": "Männliche Stimmen",
	"voices.other": "Andere Stimmen",

	"from.option": "im Befehl gewählt",
	"from.own": "deine eigene Wahl",
	"from.server": "die Wahl dieses Servers",
	"from.default": "die Vorgabe",
	"delivery.auto": "automatisch",
	"delivery.file": "als Datei",
	"delivery.voice-message": "als Sprachnachricht",
	"delivery.channel": "im Sprachkanal",
	none: "keiner",

	"voice.show":
		"**Stimme** {voice} ({voiceFrom})\n**Stil** {style} ({styleFrom})\n**Zustellung** {delivery} ({deliveryFrom})",
	"voice.changed": "Von jetzt an klingst du hier so:",
	"voice.reset": "Deine eigene Wahl auf diesem Server ist gelöscht. Jetzt klingst du so:",
	"voice.nothing":
		"Nenne, was sich ändern soll: Stimme, Stil oder Zustellung – oder setze deine Wahl zurück.",
	"voice.list":
		"Die Stimmen, und wie sie klingen. Wähle eine, um sie zu hören; das zählt als Sprache.\n{voices}",
	"voice.sample": "Hallo, hier ist {voice}. So klinge ich.",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**Stimme** {voice}\n**Stil** {style}\n**Zustellung** {delivery}\n**Sprache am Tag** {seconds}\n**Längster Text** {text}\n**Wer sprechen darf** {speakers}\n**Wörter, die nicht gesprochen werden** {words}",
	"server.changed": "Dieser Server ist jetzt so eingestellt:",
	"server.nothing":
		"Nenne, was sich ändern soll, oder geh mit „zurücksetzen“ zu den Vorgaben des Betreibers zurück.",
	"server.not_manager": "Das kann nur, wer diesen Server verwalten darf.",
	"server.seconds_too_many": "Der Betreiber erlaubt {max} Sekunden am Tag: wähle höchstens so viele.",
	"server.default": "{value} (Vorgabe)",
	"server.seconds": "{seconds} Sekunden",
	"server.unlimited": "unbegrenzt",
	"server.characters": "{max} Zeichen",
	"server.everyone": "alle",
	"server.words.added": "{count} hinzugefügt; {total} in der Liste.",
	"server.words.removed": "{count} entfernt; {total} in der Liste.",
	"server.words.imported": "Die Liste enthält jetzt die {total} Wörter der Datei.",
	"server.words.exported": "Die Liste, ein Wort oder eine Wendung je Zeile ({total}).",
	"server.words.empty": "Die Liste ist leer: jeder Text wird gesprochen.",
	"server.words.need_words": "Gib die Wörter an, durch Kommas getrennt.",
	"server.words.need_file": "Gib eine Textdatei an, mit einem Wort oder einer Wendung je Zeile.",
	"server.words.bad_file":
		"Diese Datei ist nicht lesbar: es muss UTF-8-Text von höchstens 64 KiB sein, mit einem Wort oder einer Wendung je Zeile.",
	"server.words.too_many":
		"Die Liste fasst höchstens {max} Wörter mit je höchstens {length} Zeichen. Nichts wurde geändert.",

	"speak.picture": "mit einem Bild",
	"speak.pictures": "mit {count} Bildern",
	"speak.video": "mit einem Video",
	"speak.sound": "mit einem Ton",
	"speak.file": "mit einer Datei",
	"speak.files": "mit {count} Dateien",
	"speak.embed": "mit einer Einbettung",
	"speak.sticker": "mit einem Sticker",

	"forget.ask":
		"Das löscht, was Herald auf diesem Server von dir speichert: Stimme, Stil und Zustellung, die Texte hinter deinen Knöpfen, die Sprache früherer Tage und deinen Namen neben eingelösten Codes. Die Sekunden von heute bleiben bis Mitternacht (UTC), damit Grenzen gelten.",
	"forget.yes": "Löschen",
	"forget.no": "Behalten",
	"forget.kept": "Nichts wurde gelöscht.",
	"forget.done": "Gelöscht: {what}.",
	"forget.nothing": "Hier gab es nichts von dir zu löschen.",
	"forget.preferences": "deine Stimmwahl",
	"forget.texts": "die Texte hinter deinen Knöpfen ({count})",
	"forget.days": "die Sprache von {count} früheren Tagen",
	"forget.redemptions": "dein Name neben eingelösten Codes",

	"button.redeem": "Code einlösen",
	"redeem.modal.title": "Einen Code einlösen",
	"redeem.modal.code": "Der Code",
	"redeem.modal.whose": "Er geht an das Konto, das Heralds Sprache bezahlt, nicht an dich.",
	"redeem.again": "Noch einmal sagen",
	"redeem.redeemed": "Der Code wurde für das Konto eingelöst, das Heralds Sprache bezahlt. Danke!",
	"redeem.redeemed.units":
		"{units} Einheiten, etwa {usd}, für das Konto, das Heralds Sprache bezahlt. Danke!",
	"balance.units": "Guthaben: {units} Einheiten, etwa {usd}.",
	"balance.unlimited": "Guthaben: unbegrenzt.",
	"balance.unknown": "Der Sprachdienst verrät sein Guthaben nicht.",
	"redeem.refused.rejected":
		"Der Dienst hat diesen Code abgelehnt: vielleicht ist er vertippt, schon benutzt oder abgelaufen. Prüfe ihn und versuch es noch einmal.",
	"redeem.refused.used": "Dieser Code wurde schon benutzt. Jetzt kam nichts hinzu.",
	"redeem.refused.unknown_code":
		"Der Dienst kennt diesen Code nicht. Prüfe, ob er vertippt ist, und versuch es noch einmal.",
	"redeem.refused.expired": "Dieser Code ist abgelaufen. Bitte um einen neuen, wo du ihn herhast.",
	"redeem.unknown":
		"Die Antwort des Dienstes ging verloren, darum ist nicht bekannt, ob der Code eingelöst wurde. Wirf ihn nicht weg: wer diesen Server verwaltet, kann bei `/credit show` nachsehen, und Heralds Betreiber kann den Dienst fragen.",
	"redeem.still_unknown":
		"Der Dienst lehnt diesen Code jetzt ab, aber die Antwort auf einen früheren Versuch ging verloren: der kann ihn eingelöst haben. Wer diesen Server verwaltet, kann bei `/credit show` nachsehen.",
	"redeem.unavailable.unreachable":
		"Der Dienst ist nicht erreichbar, und der Code wurde nicht gesendet. Er gilt noch: versuch es in einer Minute noch einmal.",
	"redeem.unavailable.not_served":
		"Dieser Sprachdienst löst hier keine Codes ein. Der Code gilt noch; Heralds Betreiber muss die Einstellungen ansehen.",
	"redeem.busy":
		"Gerade wird ein anderer Code eingelöst. Deiner gilt noch: versuch es in ein paar Sekunden noch einmal.",
	"redeem.unauthorized":
		"Der Dienst lässt Herald keine Codes einlösen. Der Code gilt noch; Heralds Betreiber muss sein Token prüfen.",
	"redeem.rate_limited":
		"Der Dienst nimmt gerade keine Codes mehr. Deiner gilt noch: versuch es {when} noch einmal.",
	"redeem.too_fast.member": "Das sind viele Codes: den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.refusals":
		"Drei Codes hintereinander wurden abgelehnt: den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.guild": "Dieser Server hat viele Codes versucht: der nächste geht {when}.",
	"redeem.too_fast.service": "Gerade werden viele Codes eingelöst: versuch es {when} noch einmal.",
	"redeem.mistyped":
		"Ein Zeichen dieses Codes ist vertippt: prüfe ihn und versuch es noch einmal. Nichts wurde gesendet.",
	"redeem.in_progress": "Dieser Code wird gerade eingelöst.",
	"credit.month":
		"**In diesem Monat auf diesem Server:** {texts} Texte, {seconds} s Sprache gemacht, {prompt} Token hinein, {audio} Token heraus; {cached} von {lines} Zeilen kamen aus dem Speicher. Zu den Preisen des eingebauten Dienstes sind das {units} Einheiten, etwa {usd}.",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "jemand",
	"credit.nobody": "Auf diesem Server hat noch niemand einen Code eingelöst.",
	"credit.outcome.sent": "unterwegs",
	"credit.outcome.redeemed": "eingelöst",
	"credit.outcome.refused": "abgelehnt",
	"credit.outcome.busy": "besetzt",
	"credit.outcome.unauthorized": "nicht zugelassen",
	"credit.outcome.rate_limited": "zu viele Versuche",
	"credit.outcome.unavailable": "nicht gesendet",
	"credit.outcome.unknown": "unbekannt",

	bug: "Bei Herald ist etwas schiefgegangen. Wenn es wieder geschieht, sag dem Betreiber diese Nummer: `{id}`.",
	stale: "Das geht nicht mehr: benutze den Befehl noch einmal.",

	"problem.unauthorized":
		"Der Sprachdienst nimmt Heralds Schlüssel nicht an. Der Betreiber von Herald muss ihn prüfen.",
	"problem.forbidden": "Der Sprachdienst weist Heralds Konto ab. Der Betreiber von Herald muss nachsehen.",
	"problem.out_of_credit":
		"Das Konto, das die Sprache bezahlt, ist leer. Löse mit `/redeem` einen Code ein und sag es noch einmal.",
	"problem.rate_limited": "Der Sprachdienst ist beschäftigt: versuch es {when} noch einmal.",
	"problem.daily_limit": "Die Tagesgrenze des Sprachdienstes ist erreicht: er öffnet {when} wieder.",
	"problem.model_unavailable":
		"Der Sprachdienst bietet keins von Heralds Modellen an. Der Betreiber von Herald muss `SPEECH_MODELS` prüfen.",
	"problem.bad_request":
		"Der Sprachdienst hat die Anfrage nicht verstanden. Eine andere Stimme oder ein einfacherer Text kann helfen.",
	"problem.blocked": "Der Sprachdienst spricht diesen Text nicht. Sag es mit anderen Worten.",
	"problem.no_audio":
		"Der Sprachdienst hat aus diesem Text keinen Ton gemacht. Versuch andere Worte oder eine andere Stimme.",
	"problem.too_long": "Das ist dem Sprachdienst zu lang. Sag es in kürzeren Stücken.",
	"problem.upstream": "Der Sprachdienst hat selbst Schwierigkeiten. Versuch es in einer Minute noch einmal.",
	"problem.network": "Der Sprachdienst ist nicht erreichbar. Versuch es in einer Minute noch einmal.",
	"problem.timeout":
		"Der Sprachdienst hat zu lange gebraucht. Versuch es noch einmal, vielleicht mit einem kürzeren Text.",
	"problem.bad_response":
		"Was als Sprachdienst antwortet, ist keiner. Der Betreiber von Herald muss `SPEECH_BASE_URL` prüfen.",
	"problem.unspeakable":
		"In diesem Text ist nichts, was man sprechen kann: er braucht einen Buchstaben oder eine Ziffer.",
	"problem.unknown_voice": "Es gibt keine Stimme namens „{voice}“. Meintest du {suggestions}?",
	"problem.too_fast": "Das sind viele Texte in einer Minute: {when} geht es weiter.",
	"problem.over_budget.member": "Deine Sprache für heute ist aufgebraucht: {when} geht es weiter.",
	"problem.over_budget.guild":
		"Die Sprache dieses Servers für heute ist aufgebraucht: {when} geht es weiter.",
	"problem.over_day.member":
		"Dieser Text ist länger als die {seconds} Sekunden Sprache, die ein Mitglied am Tag hat. Sag einen kürzeren.",
	"problem.over_day.guild":
		"Dieser Text ist länger als die {seconds} Sekunden Sprache, die dieser Server am Tag hat. Sag einen kürzeren.",
	"problem.guild_not_allowed": "Herald ist für diesen Server nicht da. Sein Betreiber kann ihn zulassen.",
	"problem.shutting_down": "Herald startet neu: versuch es in einer Minute noch einmal.",
	"problem.role_required": "Nur Mitglieder mit {role} dürfen Herald hier sprechen lassen.",
	"problem.text_too_long":
		"Texte dürfen auf diesem Server höchstens {max} Zeichen haben: sag einen kürzeren.",
	"problem.forbidden_word": "Das darf auf diesem Server nicht gesprochen werden. Sag es mit anderen Worten.",
	"problem.may_not.member.attach_files":
		"Du darfst in diesem Kanal keine Dateien anhängen, also kann Herald hier nichts für dich posten. Versuch einen anderen Kanal.",
	"problem.may_not.member.voice_messages":
		"Du darfst in diesem Kanal keine Sprachnachrichten senden. Nimm „als Datei“ oder einen anderen Kanal.",
	"problem.may_not.herald.attach_files":
		"Herald darf in diesem Kanal keine Dateien anhängen. Wer ihn verwaltet, muss es erlauben.",
	"problem.may_not.herald.voice_messages":
		"Herald darf in diesem Kanal keine Sprachnachrichten senden. Wer ihn verwaltet, muss es erlauben.",
	"problem.not_stored":
		"Herald konnte das gerade nicht festhalten, also wurde nichts geändert. Versuch es in einer Minute noch einmal.",
	or: "oder",
};
