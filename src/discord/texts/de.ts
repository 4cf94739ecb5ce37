import type { en } from "./en.ts";

/** Every sentence that a member may read, in German. */
export const de: Readonly<Record<keyof typeof en, string>> = {
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.progress": "Ich spreche … {done} von {total}",
	"say.without_style": "-# Der Sprachdienst nimmt keinen Stil an: Der Stil wurde weggelassen.",
	"say.voice_message_refused": "Discord hat die Sprachnachricht hier abgelehnt, darum kommt sie als Datei.",
	"lost.own": "-# Deine Stimme {voice} gibt es nicht mehr: Wähle mit `/stimme meine` eine andere.",
	"lost.server":
		"-# Die Stimme {voice} dieses Servers gibt es nicht mehr: Wähle mit `/server stimme` eine andere.",

	"button.another_voice": "Noch einmal mit anderer Stimme",
	"button.as_voice_message": "Als Sprachnachricht",
	"button.as_file": "Als Datei",
	"button.choose_voice": "Mit welcher Stimme?",
	"button.over": "Dieser Knopf funktioniert nur 15 Minuten lang: Benutze den Befehl noch einmal.",
	"button.not_yours": "Diese Knöpfe kann nur benutzen, wer den Befehl gegeben hat.",
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
		"Gib an, was sich ändern soll: `stimme`, `stil` oder `ausgabe`; mit `zurücksetzen` wird deine Wahl gelöscht.",
	"voice.list":
		"Die Stimmen und wie sie klingen. Wähle eine aus, um sie zu hören; das zählt als Sprechzeit.\n{voices}",
	"voice.sample": "Hallo, hier ist {voice}. So klinge ich.",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**Stimme** {voice}\n**Stil** {style}\n**Zustellung** {delivery}\n**Sprechzeit pro Tag** {seconds}\n**Längster Text** {text}\n**Wer sprechen darf** {speakers}\n**Wörter, die nicht gesprochen werden** {words}",
	"server.changed": "Dieser Server ist jetzt so eingestellt:",
	"server.nothing":
		"Gib an, was sich ändern soll, oder kehre mit `zurücksetzen` zu den Vorgaben des Betreibers zurück.",
	"server.not_manager": "Das kann nur, wer diesen Server verwalten darf.",
	"server.seconds_too_many": "Der Betreiber erlaubt {max} Sekunden pro Tag: Wähle höchstens so viele.",
	"server.default": "{value} (Vorgabe)",
	"server.seconds": "{seconds} Sekunden",
	"server.unlimited": "unbegrenzt",
	"server.characters": "{max} Zeichen",
	"server.everyone": "alle",
	"server.words.added": "{count} hinzugefügt; jetzt {total} in der Liste.",
	"server.words.removed": "{count} entfernt; jetzt {total} in der Liste.",
	"server.words.imported": "Die Liste enthält jetzt die {total} Wörter der Datei.",
	"server.words.exported": "Die Liste, ein Wort oder eine Wendung pro Zeile ({total}).",
	"server.words.empty": "Die Liste ist leer: Jeder Text wird gesprochen.",
	"server.words.need_words": "Gib die Wörter bei `wörter` an, durch Kommas getrennt.",
	"server.words.need_file": "Gib bei `datei` eine Textdatei an, mit einem Wort oder einer Wendung pro Zeile.",
	"server.words.bad_file":
		"Diese Datei lässt sich nicht lesen: Es muss UTF-8-Text von höchstens 64 KiB sein, mit einem Wort oder einer Wendung pro Zeile.",
	"server.words.too_many":
		"Die Liste fasst höchstens {max} Wörter mit je höchstens {length} Zeichen. Es wurde nichts geändert.",

	"speak.picture": "mit einem Bild",
	"speak.pictures": "mit {count} Bildern",
	"speak.video": "mit einem Video",
	"speak.sound": "mit einer Audiodatei",
	"speak.file": "mit einer Datei",
	"speak.files": "mit {count} Dateien",
	"speak.embed": "mit einer Einbettung",
	"speak.sticker": "mit einem Sticker",

	"forget.ask":
		"Das löscht, was Herald auf diesem Server über dich speichert: Stimme, Stil und Zustellung, die Texte hinter deinen Knöpfen, deine Sprechzeit früherer Tage und deinen Namen neben eingelösten Codes. Die Sekunden von heute bleiben bis Mitternacht (UTC) gespeichert, damit die Grenzen gelten.",
	"forget.yes": "Löschen",
	"forget.no": "Behalten",
	"forget.kept": "Es wurde nichts gelöscht.",
	"forget.done": "Gelöscht: {what}.",
	"forget.nothing": "Über dich war hier nichts gespeichert.",
	"forget.preferences": "deine Einstellungen zur Stimme",
	"forget.texts": "die Texte hinter deinen Knöpfen ({count})",
	"forget.days": "deine Sprechzeit früherer Tage ({count})",
	"forget.redemptions": "dein Name neben eingelösten Codes",

	"button.redeem": "Code einlösen",
	"redeem.modal.title": "Code einlösen",
	"redeem.modal.code": "Der Code",
	"redeem.modal.whose": "Er kommt dem Konto zugute, das Heralds Sprache bezahlt, nicht dir.",
	"redeem.again": "Noch einmal sagen",
	"redeem.redeemed": "Der Code wurde für das Konto eingelöst, das Heralds Sprache bezahlt. Danke!",
	"redeem.redeemed.units":
		"{units} Einheiten, etwa {usd}, wurden dem Konto gutgeschrieben, das Heralds Sprache bezahlt. Danke!",
	"balance.units": "Guthaben: {units} Einheiten, etwa {usd}.",
	"balance.unlimited": "Guthaben: unbegrenzt.",
	"balance.unknown": "Der Sprachdienst gibt keine Auskunft über das Guthaben.",
	"redeem.refused.rejected":
		"Der Dienst hat diesen Code abgelehnt: Vielleicht enthält er einen Tippfehler, wurde schon eingelöst oder ist abgelaufen. Prüfe ihn und versuch es noch einmal.",
	"redeem.refused.used": "Dieser Code wurde schon eingelöst. Es kam nichts hinzu.",
	"redeem.refused.unknown_code":
		"Der Dienst kennt diesen Code nicht. Prüfe ihn auf Tippfehler und versuch es noch einmal.",
	"redeem.refused.expired": "Dieser Code ist abgelaufen. Frag dort nach einem neuen, wo du ihn herhast.",
	"redeem.unknown":
		"Die Antwort des Dienstes ging verloren, darum ist nicht bekannt, ob der Code eingelöst wurde. Wirf ihn nicht weg: Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen, und der Betreiber von Herald kann beim Dienst nachfragen.",
	"redeem.still_unknown":
		"Der Dienst lehnt diesen Code jetzt ab, aber die Antwort auf einen früheren Versuch ging verloren: Vielleicht wurde er dabei eingelöst. Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen.",
	"redeem.unavailable.unreachable":
		"Der Dienst ist nicht erreichbar, und der Code wurde nicht gesendet. Er gilt noch: Versuch es in einer Minute noch einmal.",
	"redeem.unavailable.not_served":
		"Dieser Sprachdienst löst hier keine Codes ein. Der Code gilt noch; der Betreiber von Herald muss die Einstellungen prüfen.",
	"redeem.busy":
		"Gerade wird ein anderer Code eingelöst. Deiner gilt noch: Versuch es in ein paar Sekunden noch einmal.",
	"redeem.unauthorized":
		"Der Dienst lässt Herald keine Codes einlösen. Der Code gilt noch; der Betreiber von Herald muss das Token prüfen.",
	"redeem.rate_limited":
		"Der Dienst nimmt gerade keine Codes mehr an. Deiner gilt noch: Versuch es {when} noch einmal.",
	"redeem.too_fast.member": "Das sind viele Codes: Den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.refusals":
		"Drei Codes hintereinander wurden abgelehnt: Den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.guild": "Auf diesem Server wurden viele Codes versucht: Der nächste ist {when} möglich.",
	"redeem.too_fast.service": "Gerade werden viele Codes eingelöst: Versuch es {when} noch einmal.",
	"redeem.mistyped":
		"Dieser Code enthält einen Tippfehler: Prüfe ihn und versuch es noch einmal. Es wurde nichts gesendet.",
	"redeem.in_progress": "Dieser Code wird gerade eingelöst.",
	"credit.month":
		"**In diesem Monat auf diesem Server:** {texts} Texte, {seconds} s Sprache erzeugt, {prompt} Token hinein, {audio} Token heraus; {cached} von {lines} Zeilen kamen aus dem Zwischenspeicher. Zu den Preisen des eingebauten Dienstes sind das {units} Einheiten, etwa {usd}.",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "jemand",
	"credit.nobody": "Auf diesem Server hat noch niemand einen Code eingelöst.",
	"credit.outcome.sent": "unterwegs",
	"credit.outcome.redeemed": "eingelöst",
	"credit.outcome.refused": "abgelehnt",
	"credit.outcome.busy": "Dienst war beschäftigt",
	"credit.outcome.unauthorized": "nicht zugelassen",
	"credit.outcome.rate_limited": "zu viele Versuche",
	"credit.outcome.unavailable": "nicht eingelöst",
	"credit.outcome.unknown": "unbekannt",

	"channel.answer": "**{voice}** spricht in {channel} · {place}\n> {text}",
	"channel.now": "jetzt",
	"channel.place": "Platz {place} in der Schlange, in etwa {seconds} s",
	"channel.line_failed": "Ein Teil wurde ausgelassen. {why}",
	"channel.moved": "Herald wurde nach {channel} verschoben und macht dort weiter.",
	"channel.failed": "Nichts davon konnte gesprochen werden.",
	"channel.left": "Herald hat den Kanal verlassen, bevor das zu Ende war.",
	"channel.skipped": "Übersprungen.",
	"channel.stopped": "Beendet.",
	"channel.skipped.count": "Übersprungen: {count}.",
	"channel.stopped.count": "Beendet: {count}.",
	"channel.joined": "Herald ist in {channel}.",
	"channel.gone": "Herald hat {channel} verlassen.",
	"channel.queue.empty": "Herald ist in {channel}, und es wartet nichts.",
	"channel.queue.total": "**{channel}** · Texte: {count}, etwa {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"button.skip": "Überspringen",
	"button.stop": "Beenden",
	"server.channel.show":
		"**Geht, wenn niemand da ist, nach** {alone}\n**Geht, wenn nichts gesagt wird, nach** {idle}\n**Längster Text im Kanal** {text}",

	bug: "Bei Herald ist etwas schiefgegangen. Wenn es wieder passiert, nenne dem Betreiber diese Nummer: `{id}`.",
	stale: "Das funktioniert nicht mehr: Benutze den Befehl noch einmal.",

	"problem.unauthorized":
		"Der Sprachdienst nimmt Heralds Schlüssel nicht an. Der Betreiber von Herald muss ihn prüfen.",
	"problem.forbidden":
		"Der Sprachdienst weist Heralds Konto ab. Der Betreiber von Herald muss dem nachgehen.",
	"problem.out_of_credit":
		"Das Konto, das die Sprache bezahlt, ist leer. Löse mit `/einlösen` einen Code ein und sag es noch einmal.",
	"problem.rate_limited": "Der Sprachdienst ist ausgelastet: Versuch es {when} noch einmal.",
	"problem.daily_limit": "Die Tagesgrenze des Sprachdienstes ist erreicht: Weiter geht es {when}.",
	"problem.model_unavailable":
		"Der Sprachdienst bietet keines von Heralds Modellen an. Der Betreiber von Herald muss `SPEECH_MODELS` prüfen.",
	"problem.bad_request":
		"Der Sprachdienst hat die Anfrage nicht verstanden. Eine andere Stimme oder ein einfacherer Text kann helfen.",
	"problem.blocked": "Der Sprachdienst spricht diesen Text nicht. Sag es mit anderen Worten.",
	"problem.no_audio":
		"Der Sprachdienst hat zu diesem Text keinen Ton geliefert. Versuch es mit anderen Worten oder mit einer anderen Stimme.",
	"problem.too_long": "Das ist dem Sprachdienst zu lang. Sag es in kürzeren Stücken.",
	"problem.upstream": "Der Sprachdienst hat selbst Schwierigkeiten. Versuch es in einer Minute noch einmal.",
	"problem.network": "Der Sprachdienst ist nicht erreichbar. Versuch es in einer Minute noch einmal.",
	"problem.timeout":
		"Der Sprachdienst hat zu lange gebraucht. Versuch es noch einmal, vielleicht mit einem kürzeren Text.",
	"problem.bad_response":
		"Was sich da als Sprachdienst meldet, ist keiner. Der Betreiber von Herald muss `SPEECH_BASE_URL` prüfen.",
	"problem.unspeakable":
		"In diesem Text ist nichts, was man sprechen kann: Er braucht einen Buchstaben oder eine Ziffer.",
	"problem.unknown_voice": "Es gibt keine Stimme namens „{voice}“. Meintest du {suggestions}?",
	"problem.too_fast": "Das sind viele Texte in einer Minute: Weiter geht es {when}.",
	"problem.over_budget.member": "Deine Sprechzeit für heute ist aufgebraucht: Weiter geht es {when}.",
	"problem.over_budget.guild":
		"Die Sprechzeit dieses Servers für heute ist aufgebraucht: Weiter geht es {when}.",
	"problem.over_day.member":
		"Dieser Text ist länger als die {seconds} Sekunden Sprechzeit, die ein Mitglied pro Tag hat. Nimm einen kürzeren.",
	"problem.over_day.guild":
		"Dieser Text ist länger als die {seconds} Sekunden Sprechzeit, die dieser Server pro Tag hat. Nimm einen kürzeren.",
	"problem.guild_not_allowed":
		"Herald ist für diesen Server nicht freigegeben. Das kann der Betreiber von Herald ändern.",
	"problem.shutting_down": "Herald startet gerade neu: Versuch es in einer Minute noch einmal.",
	"problem.role_required": "Nur Mitglieder mit {role} dürfen Herald hier sprechen lassen.",
	"problem.text_too_long":
		"Texte dürfen auf diesem Server höchstens {max} Zeichen haben: Nimm einen kürzeren.",
	"problem.forbidden_word": "Das darf auf diesem Server nicht gesprochen werden. Sag es mit anderen Worten.",
	"problem.may_not.member.attach_files":
		"Du darfst in diesem Kanal keine Dateien anhängen, also kann Herald hier nichts für dich posten. Versuch einen anderen Kanal.",
	"problem.may_not.member.voice_messages":
		"Du darfst in diesem Kanal keine Sprachnachrichten senden. Nimm `als: Datei` oder einen anderen Kanal.",
	"problem.may_not.herald.attach_files":
		"Herald darf in diesem Kanal keine Dateien anhängen. Wer ihn verwaltet, muss es erlauben.",
	"problem.may_not.herald.voice_messages":
		"Herald darf in diesem Kanal keine Sprachnachrichten senden. Wer ihn verwaltet, muss es erlauben.",
	"problem.not_stored":
		"Herald konnte das gerade nicht speichern, es wurde also nichts geändert. Versuch es in einer Minute noch einmal.",
	"problem.voice.member_not_in_channel": "Geh zuerst in einen Sprachkanal oder nenne einen.",
	"problem.voice.not_in_channel": "Herald ist hier in keinem Sprachkanal.",
	"problem.voice.nothing_to_skip": "Davon lässt sich nichts überspringen.",
	"problem.voice.missing_view":
		"Herald sieht {channel} nicht: Dort fehlt ihm die Berechtigung **Kanal ansehen**.",
	"problem.voice.missing_connect":
		"Herald kann {channel} nicht betreten: Dort fehlt ihm die Berechtigung **Verbinden**.",
	"problem.voice.missing_speak":
		"Herald ist in {channel} nicht zu hören: Dort fehlt ihm die Berechtigung **Sprechen**.",
	"problem.voice.channel_full":
		"{channel} ist voll: Jemand muss gehen, oder das Nutzerlimit muss erhöht werden.",
	"problem.voice.channel_is_afk":
		"{channel} ist der AFK-Kanal: Dort ist niemand zu hören. Wähle einen anderen.",
	"problem.voice.channel_gone": "Diesen Sprachkanal gibt es nicht mehr.",
	"problem.voice.member_timed_out": "Du hast eine Auszeit und kannst {when} wieder sprechen.",
	"problem.voice.member_muted":
		"Du bist auf diesem Server stummgeschaltet; solange das so ist, spricht Herald nicht für dich.",
	"problem.voice.member_may_not_speak":
		"Du darfst in diesem Kanal nicht sprechen, also spricht Herald dort nicht für dich.",
	"problem.voice.herald_timed_out":
		"Herald hat auf diesem Server eine Auszeit und kann {when} wieder sprechen.",
	"problem.voice.herald_muted":
		"Herald ist auf diesem Server stummgeschaltet: In {channel} geht es weiter, sobald ein Moderator das aufhebt.",
	"problem.voice.herald_suppressed":
		"Herald sitzt in {channel} im Publikum: Es geht weiter, sobald ein Moderator ihn sprechen lässt oder ihm die Berechtigung **Mitglieder stummschalten** gibt.",
	"problem.voice.asked_to_speak":
		"Herald hat in {channel} ums Wort gebeten: Es geht weiter, sobald ein Moderator zustimmt.",
	"problem.voice.cannot_connect":
		"Discords Sprachserver für {channel} hat nicht geantwortet. Versuch es in einer Minute noch einmal.",
	"problem.voice.connection_lost":
		"Die Verbindung zu {channel} ging verloren und ließ sich nicht wiederherstellen. Benutze noch einmal `/beitreten`.",
	"problem.voice.call_ended":
		"Discord hat das Gespräch in {channel} beendet. Benutze noch einmal `/beitreten`.",
	"problem.voice.removed": "Herald wurde aus {channel} entfernt.",
	"problem.voice.others_listen":
		"Andere hören zu: Bisher wollen es {votes}, und {needed} müssen zustimmen. Wer Mitglieder verschieben darf, kann es allein.",
	"problem.voice.others_decide":
		"Andere hören zu; das darf also nur, wer Mitglieder verschieben oder den Server verwalten darf. Auf `/überspringen` kann sich mehr als die Hälfte der Zuhörer einigen.",
	"problem.voice.busy_elsewhere":
		"Herald ist mit anderen in {channel}. Geh dorthin, oder frag jemanden, der Mitglieder verschieben darf.",
	"problem.voice.queue_full":
		"{limit} Texte warten schon. Versuch es noch einmal, wenn einige gesprochen sind.",
	"problem.voice.queue_too_long":
		"Es würden mehr als {limit} Sekunden Sprache warten. Versuch es etwas später noch einmal.",
	"problem.voice.too_many_of_yours":
		"{limit} deiner Texte warten schon. Warte, bis einige davon gesprochen sind.",
	"problem.voice.text_too_long":
		"In einem Sprachkanal darf ein Text höchstens {limit} Sekunden dauern. Poste ihn stattdessen als Datei.",
	or: "oder",
};
