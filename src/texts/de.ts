import type { Language } from "./en.ts";

export const locales: Language["locales"] = ["de"];

export const commands: Language["commands"] = {
	say: ["sagen", "Einen Text sprechen lassen"],
	"say.text": [
		"text",
		"Was gesagt werden soll. Dialog: Kore: Hallo! Puck: Hi! Tags: [lacht] [flüstert] [Pause 2s]",
	],
	"say.file": ["datei", "Stattdessen eine Textdatei: .txt, .md, .srt oder .vtt"],
	"sound.voice": ["stimme", "Wer spricht: ein Name, oder wie die Stimme klingt"],
	"sound.style": ["stil", "Wie es klingen soll, zum Beispiel: flüsternd, amüsiert"],
	"sound.speed": ["tempo", "Wie schnell, von 0,5 bis 2: Bei 1 spricht die Stimme in ihrem eigenen Tempo"],
	"sound.language": ["sprache", "Die Sprache, wo der Text allein sie nicht verrät"],
	"sound.as": ["als", "Wohin die Sprachausgabe geht"],
	Speak: ["Vorlesen", "Eine Nachricht vorlesen: Rechtsklick oder lange drücken, dann Apps"],
	"Read or not?": [
		"Wird das vorgelesen?",
		"Zeigen, ob eine Nachricht vorgelesen wird und warum: Rechtsklick oder lange drücken, dann Apps",
	],
	voice: ["stimme", "Wie du auf diesem Server klingst"],
	"voice.me": ["meine", "Einstellen, wie du hier klingst und ob du vorgelesen werden darfst"],
	"sound.delivery": ["ausgabe", "Wohin die Sprachausgabe geht"],
	"voice.me.reading": ["vorlesen", "Ob deine Nachrichten auf diesem Server vorgelesen werden dürfen"],
	"voice.me.name": ["name", "Wie dein Name gesagt wird, wenn du vorgelesen wirst"],
	"voice.me.reset": ["zurücksetzen", "Deine Einstellungen zuerst zurücksetzen"],
	"voice.show": ["anzeigen", "Anzeigen, wie du hier klingst und warum"],
	"voice.try": ["probieren", "Stimme, Stil, Sprache oder Tempo ausprobieren; nur du hörst es"],
	"voice.try.text": ["text", "Was gesagt werden soll; sonst stellt sich die Stimme vor"],
	"voice.list": ["liste", "Alle Stimmen mit Hörproben"],
	"voice.preset": ["vorlage", "Eigene Stimmen unter einem Namen speichern, auch für Dialoge"],
	"preset.name": ["name", "Wie die Vorlage heißt"],
	"preset.prefix": [
		"präfix",
		"Nachrichten, die so anfangen, werden mit dieser Stimme vorgelesen, zum Beispiel: !w",
	],
	join: ["beitreten", "Herald in deinen Sprachkanal holen"],
	"join.channel": ["kanal", "Ein anderer Sprachkanal als deiner"],
	leave: ["verlassen", "Herald aus dem Sprachkanal schicken"],
	skip: ["überspringen", "Überspringen, was Herald gerade sagt, oder alle deine Texte"],
	"skip.all": ["alles", "Alle deine Texte überspringen, auch die wartenden"],
	stop: ["stoppen", "Nicht mehr sprechen und die Warteschlange leeren"],
	queue: ["warteschlange", "Anzeigen, was Herald gerade sagt und was noch wartet"],
	server: ["server", "Wie Herald auf diesem Server spricht"],
	"list.action": ["aktion", "Was mit der Liste passieren soll"],
	redeem: ["einlösen", "Code für das Konto einlösen, das Heralds Sprachausgabe bezahlt, nicht für dich"],
	"redeem.code": ["code", "Der Code; niemand sonst kann ihn sehen"],
	account: ["konto", "Wer die Sprachausgabe auf diesem Server bezahlt"],
	"my-account": ["mein-konto", "Wer deine Sprachausgabe außerhalb von Servern bezahlt, und das Guthaben"],
	credit: ["guthaben", "Was die Sprachausgabe hier kostet und wer Codes eingelöst hat"],
	"credit.show": ["anzeigen", "Das Guthaben, falls bekannt, und die Nutzung dieses Servers in diesem Monat"],
	"credit.history": ["verlauf", "Wer wann einen Code eingelöst hat und wie viel er brachte"],
	help: ["hilfe", "Zeigen, was Herald kann und was du hier benutzen kannst"],
	"help.topic": ["thema", "Was du tun möchtest, oder ein Befehl"],
	"forget-me": ["vergiss-mich", "Löschen, was Herald auf diesem Server über dich speichert"],
};

export const sentences: Language["sentences"] = {
	"list.separator": ", ",
	"voice.me.reading.on": "ja",
	"voice.me.reading.off": "nein, nie",
	"action.add": "hinzufügen",
	"action.remove": "entfernen",
	"action.list": "anzeigen",
	"say.asked_by": "-# Für {who}",
	"say.one_of": "Gib Herald etwas zu sprechen: entweder `text` oder `datei`, nicht beides.",
	"book.offer": "Das dauert gesprochen etwa {minutes, plural, one {eine Minute} other {# Minuten}}.",
	"book.offer.share":
		"Das dauert gesprochen etwa {minutes, plural, one {eine Minute} other {# Minuten}}: {percent, number} % der Sprechzeit, die dieser Server pro Tag hat.",
	"book.over.member":
		"Du hast heute noch {left, plural, one {eine Minute} other {# Minuten}} von {limit, plural, one {einer Minute} other {# Minuten}}. Der Betreiber kann dir mehr geben (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"Dieser Server hat heute noch {left, plural, one {eine Minute} other {# Minuten}} von {limit, plural, one {einer Minute} other {# Minuten}}. Wer ihn verwaltet, kann das mit `/server` erhöhen, soweit der Betreiber es zulässt (`GUILD_SECONDS_PER_DAY`).",
	"book.fits":
		"{minutes, plural, one {Die erste Minute kann} other {Die ersten # Minuten können}} heute noch gesprochen werden.",
	"book.fits.nothing": "Heute ist zu wenig Zeit übrig, um damit anzufangen.",
	"book.button.all": "Sprechen",
	"book.button.fitting": "So weit wie möglich sprechen",
	"book.button.rest": "Den Rest sprechen",
	"book.button.no": "Nicht sprechen",
	"book.button.cancel": "Abbrechen",
	"book.declined": "Herald spricht diesen Text nicht.",
	"book.under_way": "**{voice}** · {percent, number} % gesprochen\n> {text}",
	"book.done": "**{voice}** · {length} in {parts, plural, one {einer Datei} other {# Dateien}}\n> {text}",
	"book.rest":
		"-# {percent, number} % des Textes sind gesprochen. Der Rest kann später gesprochen werden; gelöscht wird er {when}.",
	"book.cancelled": "**{voice}** · bei {percent, number} % abgebrochen\n> {text}",
	"book.expired": "**{voice}** · nach einem Tag noch nicht fertig, bei {percent, number} % beendet\n> {text}",
	"book.failed": "**{voice}** · bei {percent, number} % beendet\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {Ein Abschnitt konnte} other {# Abschnitte konnten}} nicht gesprochen werden und {count, plural, one {fehlt} other {fehlen}}.",
	"book.part": "**{voice}** · Teil {part, number} · {length} · für {who}\n> {text}",
	"book.cancelled.told": "Abgebrochen. Was schon gepostet ist, bleibt.",
	"book.offer.channel": "Herald liest in {channel} vor und spricht andere Texte zwischen zwei Absätzen.",
	"book.button.pause": "Pause",
	"book.button.resume": "Weiter",
	"book.button.back": "Einen Absatz zurück",
	"book.button.end": "Beenden",
	"book.reading": "**{voice}** liest in {channel} · {percent, number} %\n> {text}",
	"book.paused": "**{voice}** in {channel} · Pause bei {percent, number} %\n> {text}",
	"book.paused.hint": "-# Du kannst innerhalb einer halben Stunde weitermachen, solange Herald im Kanal ist.",
	"book.read": "**{voice}** in {channel} · zu Ende gelesen\n> {text}",
	"book.pause_over": "Die Pause hat eine halbe Stunde gedauert.",
	"say.waiting": "Herald wartet auf den Sprachdienst …",
	"say.progress": "Wird gesprochen … {done} von {total}",
	"say.without_style": "-# Der Sprachdienst kennt keine Stile, darum wurde der Text ohne Stil gesprochen.",
	"say.without_language":
		"-# Dem Sprachdienst lässt sich keine Sprache vorgeben, darum hat er sich nach dem Text gerichtet.",
	"say.cut_short": "-# Der Sprachdienst hat vor dem Ende des Textes aufgehört.",
	"say.own_voice":
		"-# Der Sprachdienst ist gerade nicht verfügbar, darum spricht eine von Heralds eigenen Stimmen.",
	"say.own_voice_no_credit":
		"-# Das Konto, das die Sprachausgabe bezahlt, hat kein Guthaben mehr, darum spricht eine von Heralds eigenen Stimmen. Mit `/einlösen` lässt es sich aufladen.",
	"say.other_voice": "-# Der Sprachdienst hat diese Stimme nicht, darum hat eine andere gesprochen.",
	"say.without_style.own":
		"-# Die eigene Stimme dieses Bots kennt keine Stile, darum ist der Stil nicht zu hören.",
	"say.language_unspoken":
		"-# Hier gibt es keine Stimme für {language}: Der Text wurde in einer anderen Sprache gesprochen.",
	"say.words_left_out":
		"-# Ein Text wird als Ganzes in einer Sprache gesprochen, darum können Wörter in einer anderen Schrift fehlen.",
	"say.voice_message_refused": "Discord hat die Sprachnachricht hier abgelehnt, darum kommt sie als Datei.",
	"lost.own": "-# Deine Stimme {voice} gibt es nicht mehr: Wähle mit `/stimme meine` eine andere.",
	"lost.preset.own":
		"-# Die Vorlage {preset} gibt es nicht mehr, darum klingst du jetzt wie {voice}: Wähle mit `/stimme meine` eine andere.",
	"lost.preset.server":
		"-# Die Vorlage {preset} dieses Servers gibt es nicht mehr, darum spricht jetzt {voice}: Wähle mit `/server` eine andere.",
	"lost.server": "-# Die Stimme {voice} dieses Servers gibt es nicht mehr: Wähle mit `/server` eine andere.",

	"button.another_voice": "Mit anderer Stimme",
	"button.as_voice_message": "Als Sprachnachricht",
	"button.as_file": "Als Datei",
	"button.choose_voice": "Mit welcher Stimme?",
	"button.use_voice": "Diese Stimme verwenden",
	"button.over": "Dieser Button funktioniert nur 14 Minuten lang: Benutze den Befehl noch einmal.",
	"button.not_yours": "Diese Buttons kann nur benutzen, wer den Befehl eingegeben hat.",
	"voices.female": "Weibliche Stimmen",
	"voices.male": "Männliche Stimmen",
	"voices.other": "Andere Stimmen",
	"voice.sex.female": "weiblich",
	"voice.sex.male": "männlich",
	"voice.character.breathy": "hauchig",
	"voice.character.breezy": "luftig",
	"voice.character.bright": "hell",
	"voice.character.casual": "lässig",
	"voice.character.clear": "klar",
	"voice.character.easy-going": "entspannt",
	"voice.character.even": "ausgeglichen",
	"voice.character.excitable": "aufgeregt",
	"voice.character.firm": "bestimmt",
	"voice.character.forward": "direkt",
	"voice.character.friendly": "freundlich",
	"voice.character.gentle": "sanft",
	"voice.character.gravelly": "rau",
	"voice.character.informative": "sachlich",
	"voice.character.knowledgeable": "kundig",
	"voice.character.lively": "lebhaft",
	"voice.character.mature": "reif",
	"voice.character.smooth": "geschmeidig",
	"voice.character.soft": "weich",
	"voice.character.upbeat": "munter",
	"voice.character.warm": "warm",
	"voice.character.youthful": "jugendlich",
	"voice.heard.like": "wie {voice}",
	"voice.heard.lower": "tiefer",
	"voice.heard.bit_lower": "etwas tiefer",
	"voice.heard.bit_higher": "etwas höher",
	"voice.heard.higher": "höher",
	"voice.heard.slower": "langsamer",
	"voice.heard.faster": "schneller",

	"style.cheerful": "fröhlich und lebhaft",
	"style.calm": "ruhig und langsam, wie eine Gutenachtgeschichte",
	"style.whispering": "flüsternd, als wäre es ein Geheimnis",
	"style.solemn": "feierlich, wie in den Nachrichten",
	"style.excited": "aufgeregt, wie bei einer Sportreportage",

	"from.option": "im Befehl angegeben",
	"from.own": "deine Einstellung",
	"from.everywhere": "deine Einstellung für überall",
	"from.server": "Einstellung dieses Servers",
	"from.locale": "die Sprache deines Discord",
	"from.default": "Standard",
	"delivery.auto": "automatisch",
	"delivery.file": "Datei",
	"delivery.voice-message": "Sprachnachricht",
	"delivery.channel": "Sprachkanal",
	none: "keiner",

	"voice.show":
		"**Stimme** {voice} ({voiceFrom})\n**Stil** {style} ({styleFrom})\n**Tempo** {speed, number}× ({speedFrom})\n**Ausgabe** {delivery} ({deliveryFrom})\n**Sprache** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, außer ein Text ist klar in einer anderen Sprache geschrieben",
	"language.by_service": "die des Textes",
	"voice.read": "**Vorlesen** ja, wo das Vorlesen eingeschaltet ist",
	"voice.not_read": "**Vorlesen** nie: Deine Nachrichten werden nicht vorgelesen",
	"voice.name": "**Gesprochener Name** {name}",
	"voice.presets": "**Deine Vorlagen** {names}",
	"voice.changed": "Deine Einstellungen sind gespeichert:",
	"voice.reset": "Deine Einstellungen sind zurückgesetzt. So klingst du jetzt:",
	"voice.list":
		"Alle Stimmen und wie sie klingen. Wähle eine aus, um sie zu hören, oder probier sie mit einem eigenen Satz aus (`/stimme probieren`); Hörproben zählen als Sprechzeit.\n{voices}",
	"voice.more":
		"… und {count, plural, one {# weitere} other {# weitere}}: such sie dort, wo man eine Stimme wählt, nach Name oder Beschreibung.",

	"preset.needed": "Gib bei `name` an, wie die Vorlage heißt, und bei `stimme`, wer spricht.",
	"preset.need_name": "Gib bei `name` an, welche.",
	"preset.bad_name":
		"Ein Name hat zwei bis {max, number} Buchstaben, Ziffern, Leerzeichen, Bindestriche und Apostrophe und fängt mit einem Buchstaben an. Auf Chinesisch, Japanisch und Koreanisch genügt ein einziges Zeichen.",
	"preset.is_voice": "{name} heißt schon eine Stimme: Wähle einen anderen Namen.",
	"preset.is_label": "„{name}:“ steht auch in gewöhnlichen Texten: Wähle einen anderen Namen.",
	"preset.full": "Mehr als {max, number} sind nicht möglich: Entferne zuerst eine.",
	"preset.added": "{preset}\nWähle sie als `stimme`, oder schreib „{name}: …“ in einen Text.",
	"preset.removed": "{what} ist entfernt.",
	"preset.with_prefix": "Präfix „{prefix}“",
	"preset.of_server": "die Vorlage {preset} dieses Servers",
	"preset.none.own": "Du hast hier keine Vorlagen.",
	"preset.list.own": "Deine Vorlagen hier:",
	"server.not_manager": "Das können nur Mitglieder, die diesen Server verwalten dürfen.",
	"server.seconds_too_many":
		"Der Betreiber erlaubt höchstens {max, plural, one {# Sekunde} other {# Sekunden}} pro Tag: Wähle eine kleinere Zahl.",
	"server.default": "{value} (Standard)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# Sekunde} other {# Sekunden}}",
	"server.unlimited": "unbegrenzt",
	"server.characters": "{max, plural, one {# Zeichen} other {# Zeichen}}",

	"list.more": "… und {count} weitere",
	"list.missing": "Nicht auf der Liste: {what}. Es wurde nichts geändert.",

	"reading.voice_chat": "der Chat des Sprachkanals, in dem Herald ist",
	"reading.channel.bound": "{channel} (nur in {voice})",
	"reading.there": "Nachrichten in {channels} werden vorgelesen.",
	"reading.there.listeners":
		"Was Mitglieder aus diesem Sprachkanal in {channels} schreiben, wird vorgelesen.",
	"reading.there.mentions": "Vorgelesen werden können nur Nachrichten, die Herald erwähnen.",
	"reading.there.prefix": "Vorgelesen werden nur Nachrichten, die mit „{prefix}“ anfangen.",
	"reading.here": "Nachrichten hier werden in {voice} vorgelesen.",
	"reading.here.listeners": "Was Mitglieder aus {voice} hier schreiben, wird dort vorgelesen.",
	"reading.here.anywhere": "Nachrichten hier werden in dem Sprachkanal vorgelesen, in dem Herald ist.",
	"reading.here.anywhere.listeners":
		"Was Mitglieder aus Heralds Sprachkanal hier schreiben, wird dort vorgelesen.",
	"reading.access.off":
		"Der Betreiber von Herald hat das Vorlesen ausgeschaltet (`READ_MESSAGES`): Es werden keine Nachrichten vorgelesen.",
	"reading.access.setting":
		"Der Betreiber von Herald hat das Vorlesen eingeschränkt (`READ_MESSAGES`): Vorgelesen werden nur Nachrichten, die Herald erwähnen.",
	"reading.access.not_granted":
		"Vorgelesen werden können nur Nachrichten, die Herald erwähnen, denn andere zeigt Discord ihm nicht. Der Betreiber von Herald kann das ändern: den Message Content Intent in Discords Developer Portal unter **Bot** einschalten und Herald neu starten.",
	"reading.prefix": "Nachrichten, die mit „{prefix}“ anfangen",
	"reading.webhook": "der Webhook {id}",
	"reading.name_reset": "Herald sagt den Namen, den {who} gewählt hat, nicht mehr.",
	"reading.no_name": "{who} hat keinen Namen gewählt.",
	"read-channels.unseen": "Kanal, den Herald nicht sieht ({id})",
	"read-channels.guard":
		"-# Eine Nachricht wird nur vorgelesen, solange alle, die zuhören, ihren Kanal sehen können.",
	"ignore.default_prefix":
		"„{prefix}“ ist das Standardpräfix, solange kein anderes festgelegt ist. Um es zu ersetzen, füge das gewünschte Präfix hinzu.",
	"read-bots.no_bot": "{who} ist kein Bot. Mitglieder werden auch ohne die Liste vorgelesen.",
	"read-bots.no_webhook":
		"Das ist keine ID eines Webhooks: Sie hat 17 bis 20 Ziffern und steht in der Adresse des Webhooks hinter webhooks/.",

	"dictionary.no_word":
		"Dieses Wort lässt sich in einem Text nicht finden: Es braucht einen Buchstaben, eine Ziffer oder ein Zeichen.",
	"dictionary.too_long":
		"Ein Wort und wie es gesagt wird dürfen jeweils höchstens {max, plural, one {# Zeichen} other {# Zeichen}} haben.",
	"dictionary.nothing": "nichts",
	"dictionary.tried": "Herald würde sagen:\n> {text}",
	"dictionary.imported":
		"Im Wörterbuch {total, plural, one {steht jetzt nur das eine Wort} other {stehen jetzt nur die # Wörter}} aus der Datei.",
	"dictionary.not_imported": "Keine Zeile der Datei ist brauchbar. Es wurde nichts geändert.",
	"dictionary.refused": "{count, plural, one {Eine Zeile wurde} other {# Zeilen wurden}} ausgelassen:",
	"dictionary.refused.line": "Zeile {line}: {why}",
	"dictionary.refused.no_tab": "kein Tabulator zwischen dem Wort und wie es gesagt wird",
	"dictionary.refused.no_word": "kein Wort vor dem Tabulator",
	"dictionary.refused.too_long": "zu lang",
	"dictionary.refused.duplicate": "das Wort steht schon in einer früheren Zeile",
	"dictionary.refused.too_many": "das Wörterbuch ist voll",
	"dictionary.refused.blocked": "ein Wort, das auf diesem Server gesperrt ist",

	"speak.forward": "Weitergeleitet",
	"speak.reply": "Als Antwort",
	"speak.reply.to": "Als Antwort an {who}",
	"speak.poll": "Eine Umfrage: {poll}",

	"reading.notice":
		"-# {readThere} Ein Sprachdienst wandelt den Text in Sprache um. Wenn du nicht vorgelesen werden möchtest, schalte `vorlesen` in `/stimme meine` aus.",
	"reading.notice.joined_for": "Herald ist wegen {who} hier.",
	"reading.declined":
		"Deine Nachrichten werden auf diesem Server nicht mehr vorgelesen. Wenn du das wieder möchtest, schalte `vorlesen` in `/stimme meine` ein.",
	"reading.notice.paused": "-# {who} hat das Vorlesen hier pausiert.",
	"reading.limited":
		"-# Der Sprachdienst nimmt gerade nur wenige Anfragen an. Nachrichten werden deshalb etwas später vorgelesen, mehrere auf einmal.",
	"reading.interrupted":
		"-# Herald startet gerade neu: {count, plural, one {# Nachricht wurde} other {# Nachrichten wurden}} nicht zu Ende vorgelesen.",
	"reading.cut_off": "-# Herald wurde neu gestartet, bevor hier alle Nachrichten vorgelesen waren.",
	"reading.share_used": "-# Die Vorlesezeit dieses Servers ist für heute verbraucht. Weiter geht es {when}.",
	"reading.failed": "Diese Nachricht ließ sich nicht vorlesen.",
	"reading.left_out": "{count, plural, one {# Nachricht wurde} other {# Nachrichten wurden}} ausgelassen.",
	"reading.joined": "{who} {count, plural, one {ist jetzt da.} other {sind jetzt da.}}",
	"reading.left": "{who} {count, plural, one {ist gegangen.} other {sind gegangen.}}",
	"reading.someone": "jemand",
	"reading.people": "{count, plural, one {# Person} other {# Personen}}",
	"reading.others": "{count, plural, one {# weitere Person} other {# weitere}}",
	"button.pause_reading": "Vorlesen pausieren",
	"button.resume_reading": "Weiter vorlesen",
	"button.dont_read_me": "Mich nicht vorlesen",
	"read.reply": "{who} an {whom}",
	"read.forward": "{who} leitet weiter",
	"read.pictures": "{count, plural, one {ein Bild} other {# Bilder}}",
	"read.videos": "{count, plural, one {ein Video} other {# Videos}}",
	"read.sounds": "{count, plural, one {eine Audiodatei} other {# Audiodateien}}",
	"read.files": "{count, plural, one {eine Datei} other {# Dateien}}",
	"read.voice": "eine Sprachnachricht von {seconds, plural, one {einer Sekunde} other {# Sekunden}}",
	"read.sticker": "ein Sticker: {name}",
	"read.embed": "ein Embed",
	"read.poll": "eine Umfrage: {question}",
	"read.answers": "{count, plural, one {# Antwort} other {# Antworten}}",
	"read.more": "und mehr",

	"verdict.read": "**Wird vorgelesen** in {channel}.",
	"verdict.skipped": "**Wird nicht vorgelesen.** {why}",
	"verdict.words": "Gesprochen: {words}",
	"verdict.cost": "-# Etwa {seconds, plural, one {# Sekunde} other {# Sekunden}} Sprechzeit.",
	"verdict.cost.left":
		"-# Etwa {seconds, plural, one {# Sekunde} other {# Sekunden}} Sprechzeit. Heute {left, plural, one {kann von dieser Person noch # Sekunde} other {können von dieser Person noch # Sekunden}} vorgelesen werden.",
	"skip.reading_off": "Der Betreiber von Herald hat das Vorlesen ausgeschaltet.",
	"skip.paused": "Das Vorlesen ist gerade pausiert.",
	"skip.private_thread": "Private Threads werden nie vorgelesen.",
	"skip.channel_not_read":
		"Herald liest diesen Kanal nicht vor. Wer diesen Server verwalten darf, kann das mit `/server` ändern.",
	"skip.media_channel":
		"Medienkanäle lassen sich nicht vorlesen: Discord bietet sie in Heralds Kanalliste nicht an.",
	"skip.spoken_elsewhere":
		"Dieser Kanal wird in einem anderen Sprachkanal vorgelesen als in dem, in dem Herald ist.",
	"skip.own_message": "Seine eigenen Nachrichten liest Herald nicht vor.",
	"skip.bot_not_read":
		"Nachrichten eines Bots oder Webhooks werden nur vorgelesen, wenn ihn jemand, der diesen Server verwalten darf, mit `/server` hinzufügt.",
	"skip.not_ordinary":
		"Herald liest nur vor, was Mitglieder schreiben, nicht Discords eigene Hinweise oder Antworten auf Befehle.",
	"skip.mentions_only":
		"Discord zeigt Herald nur Nachrichten, die Herald erwähnen, und diese erwähnt Herald nicht.",
	"skip.silent": "Die Nachricht wurde lautlos gesendet.",
	"skip.opted_out": "Wer das geschrieben hat, möchte nicht vorgelesen werden.",
	"skip.forwarded_opted_out":
		"Wer die weitergeleitete Nachricht geschrieben hat, möchte nicht vorgelesen werden.",
	"skip.forward_unknown":
		"Herald kann die weitergeleitete Nachricht nicht sehen und weiß daher nicht, ob sie vorgelesen werden darf.",
	"skip.ignored_member": "Was diese Person schreibt, wird auf diesem Server nicht vorgelesen.",
	"skip.ignored_role":
		"Wer das geschrieben hat, hat eine Rolle, deren Nachrichten auf diesem Server nicht vorgelesen werden.",
	"skip.ignored_prefix": "Die Nachricht beginnt mit einem Präfix, das auf diesem Server ignoriert wird.",
	"skip.role_required": "Auf diesem Server werden nur Mitglieder mit {role} vorgelesen.",
	"skip.not_listening":
		"Nur Mitglieder in Heralds Sprachkanal werden vorgelesen, und wer das geschrieben hat, ist nicht dort.",
	"skip.author_timed_out": "Wer das geschrieben hat, hat gerade einen Timeout.",
	"skip.author_muted": "Wer das geschrieben hat, ist in Sprachkanälen stummgeschaltet.",
	"skip.author_may_not_speak": "Wer das geschrieben hat, darf in Heralds Sprachkanal nicht sprechen.",
	"skip.nobody_listens": "In Heralds Sprachkanal hört niemand zu.",
	"skip.listener_may_not_view":
		"Jemand in Heralds Sprachkanal kann diesen Kanal nicht sehen, deshalb wird dort nichts daraus vorgelesen.",
	"skip.forbidden_word": "Die Nachricht enthält ein Wort, das auf diesem Server gesperrt ist.",
	"skip.forbidden_name":
		"Der Name, der davor gesprochen würde, enthält ein Wort, das auf diesem Server gesperrt ist.",
	"skip.unspeakable": "Darin gibt es nichts zu sprechen.",
	"skip.unread_script": "Keine Stimme hier kann ihre Schrift lesen.",
	"skip.too_fast": "Wer das geschrieben hat, hat zu viele Nachrichten in einer Minute geschrieben.",
	"skip.repeated": "Dasselbe stand kurz davor schon in einer anderen Nachricht.",
	"skip.left_behind": "Es wurde so viel geschrieben, dass diese Nachricht zu spät gekommen wäre.",
	"skip.member_over_share": "Von der heutigen Sprechzeit dieser Person ist zu wenig fürs Vorlesen übrig.",
	"skip.guild_over_share": "Von der heutigen Sprechzeit dieses Servers ist zu wenig fürs Vorlesen übrig.",

	"forget.ask":
		"Das löscht, was Herald auf diesem Server über dich speichert: Stimme, Stil, Tempo, Ausgabe, Sprache, Vorlagen und gesprochenen Namen, die Texte hinter deinen Buttons, einen langen Text, der gerade für dich gesprochen wird und dann endet, deine Sprechzeit der letzten Tage und deinen Namen neben eingelösten Codes. Die Sekunden von heute bleiben bis Mitternacht (UTC) gespeichert, damit die Limits weiter gelten. Hast du das Vorlesen für dich ausgeschaltet, bleibt es dabei: Sonst würde das Löschen es wieder einschalten.",
	"forget.ask.account.member":
		"Das Konto, das du für dich verbunden hast, wird getrennt und sein Schlüssel gelöscht.",
	"forget.ask.account.server":
		"Du hast das Konto dieses Servers verbunden: Dein Name dort wird gelöscht, und das Konto zahlt weiter, bis jemand es trennt.",
	"forget.ask.everywhere":
		"Das löscht, was Herald überall über dich speichert, auf allen Servern und in Direktnachrichten: Stimmen, Stile, Tempo, Ausgabe, Sprachen, Vorlagen und gesprochene Namen, die Texte hinter deinen Buttons, lange Texte, die gerade für dich gesprochen werden und dann enden, deine Sprechzeit der letzten Tage und deinen Namen neben eingelösten Codes. Die Sekunden von heute bleiben bis Mitternacht (UTC) gespeichert, damit die Limits weiter gelten. Wo du das Vorlesen für dich ausgeschaltet hast, bleibt es dabei: Sonst würde das Löschen es wieder einschalten.",
	"forget.yes": "Löschen",
	"forget.no": "Behalten",
	"forget.kept": "Es wurde nichts gelöscht.",
	"forget.done": "Gelöscht: {what}.",
	"forget.unread": "Wo du nicht vorgelesen wurdest, bleibt das so.",
	"forget.nothing": "Über dich war hier nichts gespeichert.",
	"forget.preferences": "deine Einstellungen zur Stimme",
	"forget.presets": "{count, plural, one {deine Vorlage} other {deine # Vorlagen}}",
	"forget.texts":
		"{count, plural, one {der Text hinter deinen Buttons} other {# Texte hinter deinen Buttons}}",
	"forget.book": "der lange Text, der für dich gesprochen wurde",
	"forget.days": "deine Sprechzeit von {count, plural, one {einem früheren Tag} other {# früheren Tagen}}",
	"forget.connected": "dein Name beim Konto eines Servers",
	"forget.account": "das Konto, das du für dich verbunden hast",
	"forget.redemptions": "dein Name neben eingelösten Codes",

	"button.redeem": "Code einlösen",
	"button.again": "Noch einmal sprechen",
	"redeem.modal.code": "Code (höchstens {max} Zeichen)",
	"redeem.modal.whose": "Er lädt das Konto auf, das Heralds Sprachausgabe bezahlt, nicht deins.",
	"redeem.again": "Jetzt sprechen",
	"redeem.redeemed":
		"Code eingelöst für das {whose, select, own {verbundene Konto} other {Konto, das Heralds Sprachausgabe bezahlt}}. Danke!",
	"redeem.redeemed.units":
		"{units} Einheiten (etwa {usd}) wurden dem {whose, select, own {verbundenen Konto gutgeschrieben} other {Konto gutgeschrieben, das Heralds Sprachausgabe bezahlt}}. Danke!",
	"balance.units": "Guthaben: {units} Einheiten (etwa {usd}).",
	"balance.unlimited": "Guthaben: unbegrenzt.",
	"balance.unknown": "Der Sprachdienst gibt keine Auskunft über das Guthaben.",
	"redeem.refused.rejected":
		"Der Dienst hat diesen Code abgelehnt. Vielleicht ist er falsch geschrieben, schon eingelöst oder abgelaufen, oder der Dienst konnte ihn gerade nicht einlösen: Prüf ihn und versuch es noch einmal.",
	"redeem.refused.used": "Dieser Code wurde schon eingelöst. Diesmal wurde nichts gutgeschrieben.",
	"redeem.refused.unknown_code":
		"Der Dienst kennt diesen Code nicht. Prüf ihn auf Tippfehler und versuch es noch einmal.",
	"redeem.refused.expired":
		"Dieser Code ist abgelaufen. Frag die Person, von der du ihn hast, nach einem neuen.",
	"redeem.unknown.lost":
		"Die Antwort des Dienstes ging verloren, darum ist unklar, ob der Code eingelöst wurde. Wirf ihn nicht weg: Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen, und der Betreiber von Herald kann beim Dienst nachfragen.",
	"redeem.unknown.unclear":
		"Der Dienst hat auf eine Art geantwortet, die Herald nicht kennt, darum ist unklar, ob der Code eingelöst wurde. Wirf ihn nicht weg: Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen, und wer diesen Bot betreibt, kann beim Dienst nachfragen.",
	"redeem.unknown.lost_before":
		"Der Dienst lehnt diesen Code jetzt ab, aber seine Antwort auf einen früheren Versuch ging verloren. Vielleicht wurde er dabei eingelöst: Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen.",
	"redeem.code.good": "Dein Code gilt noch.",
	"redeem.code.unknown":
		"Herald weiß nicht, was aus einem früheren Versuch mit diesem Code wurde, vielleicht ist er also schon eingelöst: Wer diesen Server verwaltet, kann mit `/guthaben anzeigen` nachsehen.",
	"redeem.unavailable.unreachable":
		"Herald erreicht den Dienst nicht, der Code wurde also nicht gesendet. {code} Versuch es in einer Minute noch einmal.",
	"redeem.unavailable.not_served":
		"Dieser Sprachdienst löst hier keine Codes ein. {code} Der Betreiber von Herald muss die Einstellungen prüfen.",
	"redeem.unavailable.closed":
		"Bei diesem Sprachdienst lassen sich zurzeit keine Codes einlösen. {code} Wer diesen Bot betreibt, kann es dort freischalten.",
	"redeem.unavailable.fault":
		"Der Dienst hat selbst ein Problem, es wurde also nichts eingelöst. {code} Versuch es in einer Minute noch einmal.",
	"redeem.busy":
		"Gerade wird ein anderer Code eingelöst. {code} Versuch es in ein paar Sekunden noch einmal.",
	"redeem.unauthorized":
		"Der Dienst lässt Herald keine Codes einlösen. {code} Der Betreiber von Herald muss das Token prüfen.",
	"redeem.rate_limited": "Der Dienst nimmt gerade keine Codes an. {code} Versuch es {when} noch einmal.",
	"redeem.too_fast.member": "Das sind viele Codes. Den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.refusals":
		"Drei Codes hintereinander wurden abgelehnt. Den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.guild":
		"Auf diesem Server wurden schon viele Codes versucht. Den nächsten kannst du {when} versuchen.",
	"redeem.too_fast.service": "Gerade werden viele Codes eingelöst. Versuch es {when} noch einmal.",
	"redeem.mistyped":
		"Dieser Code enthält einen Tippfehler: Prüf ihn und versuch es noch einmal. Es wurde nichts gesendet.",
	"redeem.earlier": "Die Antwort auf deinen letzten Code kam nicht bei dir an. Hier ist sie: {outcome}",
	"redeem.in_progress": "Dieser Code wird gerade schon eingelöst.",
	"account.pays.server":
		"Die Sprachausgabe auf diesem Server bezahlt {payer, select, own {das eigene Konto des Servers} other {der Betreiber dieses Bots}}.",
	"account.pays.member":
		"Was du in Direktnachrichten, Gruppen und auf Servern ohne Herald sprechen lässt, bezahlt {payer, select, own {dein eigenes Konto} other {der Betreiber dieses Bots}}.",
	"account.connected_by": "{who} hat es {when} verbunden.",
	"account.effect.server":
		"Mit einem eigenen Konto beim Sprachdienst bezahlt der Server seine Sprachausgabe, Hörproben und langen Texte selbst, und hier eingelöste Codes gehen an dieses Konto. Der Schlüssel wird verschlüsselt gespeichert und nie angezeigt.",
	"account.effect.member":
		"Mit einem eigenen Konto beim Sprachdienst bezahlst du selbst, was du außerhalb von Heralds Servern sprechen lässt, und Codes, die du dort einlöst, gehen an dieses Konto. Der Schlüssel wird verschlüsselt gespeichert und nie angezeigt.",
	"account.costs_word":
		"Der Dienst kann einen Schlüssel nicht von sich aus prüfen: Herald lässt damit ein Wort sprechen, das das Konto bezahlt.",
	"account.trouble.unauthorized":
		"⚠️ Der Dienst nimmt seinen Schlüssel nicht mehr an. Verbinde es mit einem neuen.",
	"account.trouble.forbidden": "⚠️ Der Dienst weist das Konto ab. Frag dort nach.",
	"account.trouble.key_exhausted":
		"⚠️ Der Schlüssel hat sein eigenes Limit erreicht. Erhöhe es beim Dienst; Codes ändern daran nichts.",
	"account.trouble.subscription_exhausted": "⚠️ Sein Abo ist aufgebraucht. Verlängere es beim Dienst.",
	"account.trouble.out_of_credit":
		"⚠️ Das Konto ist leer. Lös mit `/einlösen` einen Code ein oder lade es beim Dienst auf.",
	"account.trouble.other_service":
		"⚠️ Es gehört zu einem Dienst, den Herald nicht mehr nutzt. Verbinde ein anderes.",
	"account.trouble.unreadable":
		"⚠️ Herald kann seinen Schlüssel nicht mehr entschlüsseln. Verbinde es noch einmal.",
	"account.connect": "Konto verbinden",
	"account.reconnect": "Anderes verbinden",
	"account.disconnect": "Trennen",
	"account.key": "API-Schlüssel",
	"account.key.hint": "Wird einmal geprüft und verschlüsselt gespeichert. Fünf Versuche am Tag.",
	"account.token": "Zugriffstoken",
	"account.token.hint": "Das des Kontos selbst. Damit löst Herald Codes ein.",
	"account.user": "Benutzer-ID",
	"account.user.hint": "Die Nummer des Kontos beim Dienst",
	"account.connected": "Verbunden. Ab jetzt bezahlt dieses Konto.",
	"account.connected_empty":
		"Verbunden. Ab jetzt bezahlt dieses Konto. Sein Guthaben ist leer: Wenn dort kein Abo bezahlt und die Sprachausgabe nicht gratis ist, lade es auf oder löse einen Code ein.",
	"account.wrong": "Der Dienst nimmt diesen Schlüssel nicht an. Nichts wurde gespeichert.",
	"account.wrong_token":
		"Der Dienst nimmt dieses Zugriffstoken oder diese Benutzer-ID nicht an. Nichts wurde gespeichert.",
	"account.forbidden": "Der Dienst weist dieses Konto ab. Nichts wurde gespeichert.",
	"account.no_credit": "Dieses Konto hat kein Guthaben. Nichts wurde gespeichert.",
	"account.limited":
		"Der Dienst nimmt von diesem Konto gerade keine Anfragen an. Nichts wurde gespeichert. Versuch es später noch einmal.",
	"account.unreachable":
		"Herald konnte den Schlüssel beim Dienst nicht prüfen. Nichts wurde gespeichert. Versuch es später noch einmal.",
	"account.too_many.owner":
		"Hier wurden heute fünf Schlüssel probiert. Den nächsten kannst du {when} probieren.",
	"account.too_many.member":
		"Du hast heute zwanzig Schlüssel probiert. Den nächsten kannst du {when} probieren.",
	"account.disconnect.ask":
		"Herald löscht den Schlüssel sofort. Danach bezahlt wieder der Betreiber dieses Bots, in seinen Grenzen.",
	"account.disconnected": "Getrennt. Der Schlüssel ist gelöscht.",
	"account.none": "Es ist kein Konto verbunden.",
	"redeem.ask.server":
		"Dieser Code würde das eigene Konto dieses Servers aufladen, nicht das dieses Bots und nicht deins.",
	"redeem.ask.member":
		"Dieser Code würde das Konto aufladen, das du für dich verbunden hast, nicht das dieses Bots.",
	"redeem.ask.yes": "Einlösen",
	"redeem.ask.no": "Nicht einlösen",
	"redeem.declined": "Nichts wurde gesendet. Dein Code gilt noch.",
	"redeem.ask.over":
		"Diese Frage ist nicht mehr offen, und nichts wurde gesendet. Löse den Code noch einmal ein.",
	"redeem.unauthorized.own":
		"Der Dienst lässt das verbundene Konto keine Codes einlösen. {code} Verbinde es neu, mit einem Token, das es darf.",
	"credit.month":
		"**Dieser Server in diesem Monat:** {texts, plural, one {# Text} other {# Texte}}, {seconds, plural, one {# Sekunde} other {# Sekunden}} Sprache erzeugt, {prompt, plural, one {# Token} other {# Token}} Eingabe, {audio, plural, one {# Token} other {# Token}} Ausgabe; {cached, number} von {lines, plural, one {# Zeile} other {# Zeilen}} aus dem Cache. Das sind etwa {usd}.",
	"credit.nobody": "Auf diesem Server hat noch niemand einen Code eingelöst.",
	"credit.outcome.sent": "läuft noch",
	"credit.outcome.redeemed": "eingelöst",
	"credit.outcome.refused": "abgelehnt",
	"credit.outcome.busy": "Dienst beschäftigt",
	"credit.outcome.unauthorized": "nicht erlaubt",
	"credit.outcome.rate_limited": "zu viele Versuche",
	"credit.outcome.unavailable": "nicht eingelöst",
	"credit.outcome.unknown": "unklar",

	"channel.answer": "**{voice}** spricht in {channel} · {place}\n> {text}",
	"channel.now": "jetzt",
	"channel.place": "Platz {place} in der Warteschlange, in etwa {seconds} s",
	"channel.left_out": "Ein Teil wurde ausgelassen.",
	"channel.ended": "**{voice}** in {channel} · {place}\n> {text}",
	"channel.spoken": "gesprochen",
	"channel.skipped_by_owner": "übersprungen",
	"channel.skipped_by": "von {who} übersprungen",
	"channel.skipped_by_vote": "per Abstimmung übersprungen",
	"channel.stopped_by_owner": "gestoppt",
	"channel.stopped_by": "von {who} gestoppt",
	"channel.unfinished": "nicht zu Ende gesprochen",
	"channel.unspoken": "nicht gesprochen",
	"vote.open": "{by} möchte den Text von {who} überspringen: {votes} von {needed} Stimmen.",
	"vote.skipped": "Der Text von {who} wurde auf Vorschlag von {by} übersprungen.",
	"vote.over": "Der Text von {who} ist zu Ende und damit auch die Abstimmung von {by}.",
	"channel.failed": "Nichts davon konnte gesprochen werden.",
	"channel.left": "Herald hat den Kanal verlassen, bevor das fertig war.",
	"channel.skipped": "Übersprungen.",
	"channel.stopped": "Gestoppt.",
	"channel.skipped.count": "{count, plural, one {# Text} other {# Texte}} übersprungen.",
	"channel.skipped.page":
		"Absatz übersprungen. Mit den Buttons unter dem Text pausierst oder beendest du ihn.",
	"channel.stopped.count": "{count, plural, one {# Text} other {# Texte}} gestoppt.",
	"channel.stopped.page": "Der lange Text ist pausiert: Mit einem Button darunter geht er weiter.",
	"channel.joined": "Herald ist in {channel}.",
	"channel.gone": "Herald hat {channel} verlassen.",
	"channel.queue.empty": "Herald ist in {channel}. Die Warteschlange ist leer.",
	"channel.queue.total": "**{channel}** · {count, plural, one {# Text} other {# Texte}}, etwa {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, vorgelesen · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, ein langer Text · {voice}",
	"button.skip": "Überspringen",
	"button.stop": "Stoppen",

	"help.about":
		"Herald macht aus Text Sprache: als Datei, als Sprachnachricht oder live im Sprachkanal. Mit {help} erfährst du mehr über einen Befehl.",
	"help.managers": "**Für Mitglieder, die diesen Server verwalten dürfen**",
	"help.unknown": "Dazu wurde nichts gefunden. Das kannst du hier tun:",
	"help.menu": "**Apps → {name}**",
	"help.option.required": "`{name}` (erforderlich) {description}",
	"help.all": "Alles",
	"help.task.say": "Einen Text sprechen lassen",
	"help.task.tags":
		"Herald lachen, flüstern oder innehalten lassen: `[lacht]` `[kichert]` `[schmunzelt]` `[weint]` `[schluchzt]` `[seufzt]` `[stöhnt]` `[schnappt nach Luft]` `[gähnt]` `[niest]` `[hustet]` `[räuspert sich]` `[flüstert]` `[schreit]` `[aufgeregt]` `[traurig]` `[Pause 2s]`",
	"help.task.message": "Eine Nachricht anhören",
	"help.task.join": "Herald in meinen Sprachkanal holen",
	"help.task.leave": "Herald wegschicken",
	"help.task.skip": "Überspringen, was Herald gerade sagt",
	"help.task.silence": "Herald zum Schweigen bringen",
	"help.task.queue": "Sehen, was als Nächstes kommt",
	"help.task.my_voice": "Meine Stimme ändern",
	"help.task.not_me": "Nicht vorgelesen werden",
	"help.task.my_name": "Ändern, wie mein Name gesagt wird",
	"help.task.how_i_sound": "Sehen, wie ich klinge und warum",
	"help.task.try": "Eine Stimme ausprobieren",
	"help.task.voices": "Alle Stimmen anhören",
	"help.task.my_presets": "Eigene Stimmen speichern",
	"help.task.why": "Herausfinden, warum eine Nachricht nicht vorgelesen wird",
	"help.task.credit": "Guthaben aufladen",
	"help.task.erase": "Löschen, was Herald über mich speichert",
	"help.task.help": "Sehen, was Herald kann",
	"help.task.read": "Einen Kanal vorlesen lassen",
	"help.task.how": "Ändern, wie Nachrichten vorgelesen werden",
	"help.task.who": "Festlegen, wer Herald benutzen darf und wer vorgelesen wird",
	"help.task.sound": "Die Stimme des Servers wählen",
	"help.task.limits": "Limits und Ruhezeit festlegen",
	"help.task.words": "Wörter sperren oder ihre Aussprache ändern",
	"help.task.presets": "Stimmen für alle speichern",
	"help.task.usage": "Guthaben und Nutzung ansehen",
	"help.task.redeemed": "Sehen, wer Guthaben aufgeladen hat",
	"help.task.account": "Ein eigenes Konto dieses Servers zahlen lassen",
	"help.task.my_account": "Ein eigenes Konto verbinden",
	"help.also.say": "tts sprache reden datei",
	"help.also.tags": "tags gefühl",
	"help.also.message": "tts vorlesen",
	"help.also.leave": "trennen rauswerfen",
	"help.also.silence": "stumm ruhe leise pause",
	"help.also.my_voice": "sprache tempo stil",
	"help.also.not_me": "stumm ruhe privat",
	"help.also.credit": "code bezahlen geld",
	"help.also.erase": "daten datenschutz entfernen",
	"help.also.read": "tts chat nachrichten automatisch ansagen",
	"help.also.who": "rolle berechtigung stumm",
	"help.also.limits": "nacht ruhe zeit länge",
	"help.also.usage": "geld kosten",

	bug: "Da ist etwas schiefgegangen. Wenn es wieder passiert, gib dem Betreiber von Herald diese Nummer: `{id}`.",
	"interrupted.text": "Herald wurde neu gestartet, bevor das fertig war: Benutze den Befehl noch einmal.",
	"interrupted.code":
		"Herald wurde neu gestartet, bevor dieser Code an der Reihe war: Löse ihn noch einmal ein.",
	stale: "Das funktioniert nicht mehr: Benutze den Befehl noch einmal.",

	"problem.unauthorized":
		"Der Sprachdienst nimmt Heralds Schlüssel nicht an. Der Betreiber von Herald muss ihn prüfen.",
	"problem.forbidden":
		"Der Sprachdienst weist Heralds Konto ab. Der Betreiber von Herald muss sich darum kümmern.",
	"problem.key_exhausted":
		"Der Schlüssel, mit dem Herald spricht, hat sein eigenes Limit erreicht. Der Betreiber von Herald muss es erhöhen; Codes ändern daran nichts.",
	"problem.subscription_exhausted":
		"Das Abo, das die Sprachausgabe bezahlt, ist aufgebraucht. Wer diesen Bot betreibt, muss es verlängern.",
	"problem.own_account.server":
		"Der Sprachdienst weist das eigene Konto dieses Servers ab. Wer den Server verwaltet, sieht mit `/konto`, warum.",
	"problem.own_account.member": "Der Sprachdienst weist dein eigenes Konto ab. `/mein-konto` zeigt, warum.",
	"problem.out_of_credit":
		"Das Konto, das die Sprachausgabe bezahlt, ist leer. Lös mit `/einlösen` einen Code ein und versuch es dann noch einmal.",
	"problem.rate_limited": "Der Sprachdienst ist ausgelastet: Versuch es {when} noch einmal.",
	"problem.daily_limit": "Das Tageslimit des Sprachdienstes ist erreicht: Versuch es {when} noch einmal.",
	"problem.model_unavailable":
		"Der Sprachdienst bietet keins von Heralds Modellen an. Der Betreiber von Herald muss `SPEECH_MODELS` prüfen.",
	"problem.bad_request":
		"Der Sprachdienst hat die Anfrage nicht verstanden. Versuch es mit einer anderen Stimme oder einem einfacheren Text.",
	"problem.blocked": "Der Sprachdienst spricht diesen Text nicht. Versuch es mit anderen Worten.",
	"problem.no_audio":
		"Der Sprachdienst hat zu diesem Text keinen Ton geliefert. Versuch es mit anderen Worten oder einer anderen Stimme.",
	"problem.too_long": "Dieser Text ist dem Sprachdienst zu lang. Teil ihn in kürzere auf.",
	"problem.upstream": "Der Sprachdienst hat gerade Probleme. Versuch es in einer Minute noch einmal.",
	"problem.network": "Herald erreicht den Sprachdienst nicht. Versuch es in einer Minute noch einmal.",
	"problem.timeout":
		"Der Sprachdienst hat zu lange gebraucht. Versuch es noch einmal, vielleicht mit einem kürzeren Text.",
	"problem.bad_response":
		"Es kam eine Antwort, aber nicht von einem Sprachdienst. Der Betreiber von Herald muss `SPEECH_BASE_URL` prüfen.",
	"problem.unplayable_sound":
		"Der Sprachdienst hat ein Tonformat geschickt, das Herald nicht abspielen kann. Sag bitte dem Betreiber dieses Bots Bescheid.",
	"problem.unspeakable":
		"In diesem Text gibt es nichts zu sprechen: Er braucht einen Buchstaben oder eine Ziffer.",
	"problem.bad_file.encoding":
		"Herald kann die Zeichen dieser Datei nicht lesen. Speichere sie als UTF-8 und häng sie noch einmal an.",
	"problem.bad_file.binary":
		"Das ist keine Textdatei. Herald liest einfachen Text (.txt), Markdown (.md) und Untertitel (.srt, .vtt).",
	"problem.bad_file.gone": "Discord hat diese Datei nicht mehr. Häng sie noch einmal an.",
	"problem.bad_file.unreachable":
		"Herald hat diese Datei von Discord nicht bekommen. Versuch es in einer Minute noch einmal.",
	"problem.file_too_long":
		"Diese Datei ist zu lang: Herald liest von einer Datei höchstens {max, plural, one {# Zeichen} other {# Zeichen}}. Der Betreiber kann das ändern (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.file_too_long_elsewhere":
		"Hier spricht Herald Dateien mit bis zu {max, number} Zeichen. Auf einem Server, auf dem Herald ist, gehen auch längere.",
	"problem.sound_too_large":
		"So große Dateien nimmt Discord hier nicht an. Lass den Text in einem Sprachkanal sprechen oder teile ihn auf.",
	"problem.may_not_post":
		"Eine so lange Datei kommt in Teilen. Dafür braucht Herald in diesem Kanal die Berechtigungen **Kanal ansehen**, **Nachrichten senden** und **Dateien anhängen**.",
	"problem.book_under_way":
		"Herald spricht hier schon einen langen Text von dir, oder mehrere von diesem Server. Warte, bis einer fertig ist, oder brich ihn ab.",
	"problem.book_in_channel":
		"Herald liest hier schon einen langen Text in einem Sprachkanal vor. Warte, bis er zu Ende ist, oder beende ihn.",
	"problem.may_not_tell":
		"Heralds Nachricht zeigt, wie weit ein langer Text ist. Dafür braucht Herald in diesem Kanal die Berechtigung **Kanal ansehen**.",
	"problem.book_over": "Dieser Text ist nicht mehr da. Benutze noch einmal `/sagen`.",
	"problem.not_your_book": "Das kann nur, wer um diesen Text gebeten hat oder Mitglieder verschieben darf.",
	"problem.unread_script":
		"Keine Stimme hier kann die Schrift dieses Textes lesen. Die Stimmen hier sprechen {spoken}; der Betreiber von Herald kann weitere hinzufügen (docs/voices.md).",
	"problem.unread_script.unlisted":
		"Keine Stimme hier kann diesen Text lesen. Der Betreiber von Herald kann Stimmen hinzufügen (docs/voices.md).",
	"problem.unknown_language": "„{language}“ ist keine Sprache, die Herald kennt. Wähle eine aus der Liste.",
	"problem.language_unavailable.unlisted":
		"Keine Stimme hier spricht {language}. Wähle eine andere Sprache aus der Liste; der Betreiber von Herald kann Stimmen hinzufügen (docs/voices.md).",
	"problem.language_unavailable":
		"Keine Stimme hier spricht {language}. Die Stimmen hier sprechen {spoken}; der Betreiber von Herald kann weitere hinzufügen (docs/voices.md).",
	"problem.unknown_language.near": "Es gibt keine Sprache namens „{language}“. Meintest du {suggestions}?",
	"problem.unknown_voice": "Es gibt keine Stimme namens „{voice}“. Meintest du {suggestions}?",
	"problem.too_fast": "Das sind viele Texte in einer Minute. Ab {time} Uhr spricht Herald den nächsten.",
	"problem.over_budget":
		"{whose, select, member {Deine Sprechzeit für heute} guild {Die Sprechzeit dieses Servers für heute} other {Die heutige Sprechzeit aller Mitglieder außerhalb von Heralds Servern}} ist aufgebraucht. Du kannst {when} weitermachen.",
	"problem.over_day":
		"Dieser Text dauert länger als die {seconds, plural, one {eine Sekunde} other {# Sekunden}} Sprechzeit, die {whose, select, member {ein Mitglied pro Tag hat} guild {dieser Server pro Tag hat} other {alle Mitglieder außerhalb von Heralds Servern zusammen pro Tag haben}}. Nimm einen kürzeren.",
	"problem.guild_not_allowed":
		"Herald ist für diesen Server nicht freigeschaltet. Das kann der Betreiber von Herald ändern.",
	"problem.server_only": "Das geht nur auf einem Server, auf dem Herald ist.",
	"problem.bot_missing":
		"Dieser Server hat zwar Heralds Befehle, aber Herald selbst ist nicht da. Wer den Server verwaltet, kann [Herald hinzufügen](<{invite}>).",
	"problem.shutting_down": "Herald startet gerade neu: Versuch es in einer Minute noch einmal.",
	"problem.role_required": "Nur Mitglieder mit {role} dürfen Herald hier sprechen lassen.",
	"problem.role_deleted": "Die Rolle dafür wurde gelöscht. Die Serverleitung kann sie ändern: `/server`.",
	"problem.text_too_long":
		"Texte dürfen auf diesem Server höchstens {max, plural, one {# Zeichen} other {# Zeichen}} haben. Nimm einen kürzeren.",
	"problem.forbidden_word":
		"In diesem Text ist ein Wort, das auf diesem Server gesperrt ist. Versuch es mit anderen Worten.",
	"problem.unspeakable_name":
		"Diesen Namen kann Herald nicht sagen: Er braucht einen Buchstaben oder eine Ziffer.",
	"problem.name_taken":
		"Eine Stimme, eine Rolle oder jemand auf diesem Server heißt schon so oder hat einen Namen, der gleich klingt oder aussieht. Wähle einen anderen Namen.",
	"problem.may_not_attach_files.member":
		"Du darfst in diesem Kanal keine Dateien anhängen, also kann Herald das hier nicht für dich posten. Versuch es in einem anderen Kanal.",
	"problem.may_not_send_voice_messages":
		"Du darfst in diesem Kanal keine Sprachnachrichten senden. Nimm `als: Datei` oder einen anderen Kanal.",
	"problem.may_not_attach_files.herald":
		"Herald darf in diesem Kanal keine Dateien anhängen. Wer den Kanal verwaltet, muss es erlauben.",
	"problem.not_read":
		"Herald kann gerade nicht nachsehen, was dafür nötig ist. Versuch es in einer Minute noch einmal.",
	"problem.not_stored":
		"Herald konnte das nicht speichern, es wurde also nichts geändert. Versuch es in einer Minute noch einmal.",
	"problem.maybe_stored":
		"Herald hat beim Speichern die Verbindung zur Datenbank verloren und weiß nicht, ob es gespeichert ist. Sieh in einer Minute nach und versuch es noch einmal, falls nicht.",
	"problem.voice.member_not_in_channel": "Geh erst in einen Sprachkanal oder gib einen an.",
	"problem.voice.not_in_channel": "Herald ist hier in keinem Sprachkanal.",
	"problem.voice.skipped": "Dieser Text wurde übersprungen, bevor er begonnen hat.",
	"problem.voice.nothing_to_skip": "Es gibt nichts zu überspringen.",
	"problem.voice.nothing_to_stop": "Es gibt nichts zu stoppen.",
	"problem.voice.missing_view":
		"Herald sieht {channel} nicht: Dort fehlt ihm die Berechtigung **Kanal ansehen**.",
	"problem.voice.missing_connect":
		"Herald kann {channel} nicht beitreten: Dort fehlt ihm die Berechtigung **Verbinden**.",
	"problem.voice.missing_speak":
		"In {channel} kann niemand Herald hören: Dort fehlt ihm die Berechtigung **Sprechen**.",
	"problem.voice.channel_full":
		"{channel} ist voll: Jemand muss gehen, oder das Nutzerlimit muss erhöht werden.",
	"problem.voice.channel_is_afk":
		"{channel} ist der AFK-Kanal, dort ist niemand zu hören. Wähle einen anderen.",
	"problem.voice.channel_gone": "Diesen Sprachkanal gibt es nicht mehr.",
	"problem.voice.member_timed_out": "Du hast einen Timeout und kannst {when} wieder sprechen.",
	"problem.voice.member_muted":
		"Du bist auf diesem Server stummgeschaltet. Solange das so ist, spricht Herald nicht für dich.",
	"problem.voice.member_may_not_speak":
		"Du darfst in diesem Kanal nicht sprechen, also spricht Herald dort nicht für dich.",
	"problem.voice.herald_timed_out":
		"Herald hat auf diesem Server einen Timeout und kann {when} wieder sprechen.",
	"problem.voice.herald_muted":
		"Herald ist auf diesem Server stummgeschaltet. In {channel} geht es weiter, sobald jemand aus der Moderation das aufhebt.",
	"problem.voice.herald_suppressed":
		"Herald sitzt in {channel} im Publikum. Es geht weiter, sobald jemand aus der Moderation ihn sprechen lässt oder ihm die Berechtigung **Mitglieder stummschalten** gibt.",
	"problem.voice.asked_to_speak":
		"Herald hat sich in {channel} gemeldet. Es geht weiter, sobald jemand aus der Moderation zustimmt.",
	"problem.voice.cannot_connect":
		"Discords Sprachserver für {channel} hat nicht geantwortet. Versuch es in einer Minute noch einmal.",
	"problem.voice.connection_lost":
		"Herald hat die Verbindung zu {channel} verloren und kam nicht wieder hinein. Benutze noch einmal `/beitreten`.",
	"problem.voice.call_ended":
		"Discord hat das Gespräch in {channel} beendet. Benutze noch einmal `/beitreten`.",
	"problem.voice.voice_rate_limited":
		"Discord hat Heralds Verbindung zu {channel} beendet: Es waren zu viele in kurzer Zeit. Warte ein paar Minuten und benutze dann noch einmal `/beitreten`.",
	"problem.voice.removed": "Herald wurde aus {channel} entfernt.",
	"problem.voice.others_listen":
		"Andere hören zu: {votes} von {needed} Stimmen fürs Überspringen. Wer **Mitglieder verschieben** darf, braucht keine Abstimmung.",
	"problem.voice.others_decide":
		"Andere hören zu, das darf also nur, wer **Mitglieder verschieben** oder **Server verwalten** darf. Mit `/überspringen` kann mehr als die Hälfte der Zuhörenden fürs Überspringen stimmen.",
	"problem.voice.busy_elsewhere":
		"Herald ist mit anderen in {channel}. Geh dorthin, oder bitte jemanden, der **Mitglieder verschieben** darf, ihn herzuholen.",
	"problem.voice.queue_full":
		"{limit, plural, one {Es wartet schon # Text} other {Es warten schon # Texte}}. Versuch es noch einmal, wenn einige gesprochen sind.",
	"problem.voice.queue_too_long":
		"Die Warteschlange würde länger als {limit} Sekunden. Versuch es etwas später noch einmal.",
	"problem.voice.too_many_of_yours":
		"{limit, plural, one {Es wartet schon # Text von dir} other {Es warten schon # Texte von dir}}. Warte, bis einige davon gesprochen sind.",
	"problem.voice.text_too_long":
		"In einem Sprachkanal darf ein Text höchstens {limit, plural, one {# Sekunde} other {# Sekunden}} dauern. Poste ihn stattdessen als Datei.",

	"page.voice": "Stimme",
	"page.reading": "Vorlesen",
	"page.messages": "Wie vorgelesen wird",
	"page.who": "Wer",
	"page.limits": "Limits",
	"page.words": "Wörter und Wörterbuch",
	"page.presets": "Vorlagen",
	"setting.voice": "Stimme",
	"setting.style": "Stil",
	"setting.speed": "Tempo",
	"setting.language": "Sprache",
	"setting.delivery": "Ausgabe",
	"setting.volumeDb": "Lautstärke in Sprachkanälen",
	"setting.messageTags": "Tags in Nachrichten",
	"setting.voiceChat": "Chat des Sprachkanals vorlesen",
	"setting.readPrefix": "Nur Nachrichten mit diesem Präfix vorlesen",
	"setting.readPrefix.hint":
		"Mit „;“ liest Herald „;hallo“ als „hallo“ vor, und nichts ohne. Vorlagen können eigene Präfixe haben.",
	"setting.names": "Sagen, wer geschrieben hat",
	"setting.announce": "Ansagen",
	"setting.notes": "Hinweis in vorgelesene Kanäle schreiben",
	"setting.notes.hint":
		"Eine Nachricht, die sagt, was vorgelesen wird, mit **Vorlesen pausieren** und **Mich nicht vorlesen**. Sprachkanäle haben ihre, solange Herald dort ist.",
	"setting.autoJoin": "Automatisch beitreten",
	"setting.maxSeconds": "Höchstdauer pro Nachricht",
	"setting.dialogue": "Dialoge mit mehreren Stimmen",
	"setting.holdMs": "Vor dem Vorlesen warten",
	"setting.speakerRole": "Wer Herald benutzen kann",
	"setting.speakerRole.default": "alle",
	"setting.listenersOnly": "Nur Mitglieder in Heralds Kanal vorlesen",
	"setting.secondsPerDay": "Sprechzeit pro Tag",
	"setting.sharePercent": "Anteil des Vorlesens an der Sprechzeit",
	"setting.textMax": "Längster Text",
	"setting.textSeconds": "Längster Text in einem Sprachkanal",
	"setting.aloneSeconds": "Leeren Kanal verlassen nach",
	"setting.idleSeconds": "Stillen Kanal verlassen nach",
	"setting.readRole": "Wer vorgelesen wird",
	"setting.readRole.hint":
		"Nur Mitglieder mit dieser Rolle werden vorgelesen; wer den Server verwaltet, immer. Bots stehen auf der Liste oben.",
	"setting.readRole.default": "wie bei „Wer Herald benutzen kann“",
	"setting.quietHours": "Ruhezeit",
	"setting.quietHours.hint":
		"Dann wird in Sprachkanälen nichts vorgelesen, angesagt oder gesprochen, und Herald tritt nicht automatisch bei.",
	"setting.quietHours.format": "Von – bis",
	"setting.timeZone": "Zeitzone",
	"setting.timeZone.hint": "Für die Ruhezeit und für Uhrzeiten in Texten.",
	"setting.timeZone.search": "Eine Stadt oder ein Land: Berlin, New York, Indien",
	"panel.bad_hours": "Nichts wurde geändert: Gib zwei Uhrzeiten an, etwa 22:00–07:00.",
	"problem.quiet_hours": "Auf diesem Server ist Ruhezeit: In Sprachkanälen spricht Herald {when} wieder.",
	"skip.quiet_hours": "Auf diesem Server ist gerade Ruhezeit.",
	"setting.firstRole": "Wer zuerst drankommt",
	"setting.firstRole.hint":
		"Für Mitglieder, die nicht sprechen können: Ihre Texte und Nachrichten kommen vor anderen, die warten, höchstens jeder zweite, und unterbrechen niemanden.",
	"setting.firstRole.default": "niemand",
	"setting.memberVoices": "Mitglieder ohne gewählte Stimme",
	"setting.memberVoices.hint":
		"Mit einer Stimme für jeden hat dieselbe Person immer dieselbe; die Stimme oben ist dann für das, was Herald selbst sagt. Eine Vorlage mit dem Namen eines Bots oder Webhooks ist dessen Stimme.",
	"memberVoices.one": "eine Stimme für alle",
	"memberVoices.each": "eine Stimme für jeden",
	"setting.emoji": "Emojis zwischen Wörtern",
	"setting.emoji.hint": "Ein Text, der nur aus Emojis besteht, wird immer mit ihren Namen vorgelesen.",
	"emoji.service": "wie der Sprachdienst sie spricht",
	"emoji.names": "beim Namen nennen",
	"emoji.leave-out": "weglassen",
	"setting.reading": "Meine Nachrichten vorlesen",
	"setting.reading.hint": "Wo auf diesem Server vorgelesen wird.",
	"setting.spokenName": "Wie mein Name gesagt wird",
	"me.title": "**So klingst du auf diesem Server**",
	"me.title.everywhere": "**So klingst du überall**",
	"me.reset": "Meine Stimme zurücksetzen",
	"setting.voice.hint": "Für Mitglieder, die keine Stimme gewählt haben.",
	"setting.messageTags.hint":
		"In vorgelesenen Nachrichten gelten [lacht], [flüstert] und [Pause 2s] wie bei /sagen.",
	"setting.dialogue.hint":
		"Eine Zeile, die mit dem Namen einer Stimme beginnt (Kore: Hallo!), spricht diese Stimme.",
	"setting.holdMs.hint": "Gibt Moderationsbots Zeit, eine Nachricht zu löschen.",
	"setting.speakerRole.hint": "Wer den Server verwaltet, kann es immer.",
	"setting.secondsPerDay.hint": "Für den ganzen Server, bis zum Limit des Betreibers.",
	"setting.voice.search": "Ein Name, oder wie die Stimme klingt",
	"setting.language.search": "Der Name einer Sprache: Deutsch, English, en",
	"names.off": "nie",
	"names.changed": "wenn jemand anderes schreibt",
	"names.always": "vor jeder Nachricht",
	"announce.off": "nichts",
	"announce.joins": "wer beitritt",
	"announce.both": "wer beitritt und wer geht",
	"autoJoin.off": "nie",
	"autoJoin.on-message": "wenn eine Nachricht vorzulesen ist",
	"autoJoin.on-entry": "wenn jemand einen Sprachkanal betritt",
	"list.channels": "Vorgelesene Kanäle",
	"list.channels.hint": "Öffentliche Threads werden mit ihrem Kanal vorgelesen.",
	"list.ignores": "Nicht vorgelesen",
	"list.ignores.hint": "Mitglieder, Rollen und Nachrichtenanfänge, die Herald überspringt.",
	"list.sources": "Vorgelesene Bots und Webhooks",
	"list.sources.hint": "Andere werden nicht vorgelesen.",
	"list.words": "Gesperrte Wörter",
	"list.words.hint": "Herald spricht keinen Text, in dem eins davon vorkommt.",
	"list.dictionary": "Wörterbuch",
	"list.dictionary.hint": "Wie Herald Wörter beim Vorlesen sagt.",
	"list.presets": "Vorlagen",
	"list.presets.hint": "Für alle gespeicherte Stimmen: Wähle eine als Stimme oder nenne sie in einem Dialog.",
	"list.none": "keine",
	"list.count": "{count, plural, one {# Eintrag} other {# Einträge}}",
	"list.page": "Seite {page, number} von {count, number}",
	"list.add": "Hinzufügen…",
	"list.try": "Ausprobieren…",
	"list.import": "Importieren…",
	"list.export": "Exportieren",
	"list.previous": "Zurückblättern",
	"list.next": "Weiterblättern",
	"list.remove": "Wähle, was entfernt werden soll",
	"list.added": "Hinzugefügt: {what}.",
	"list.removed": "Entfernt: {what}.",
	"list.gone": "Das steht nicht mehr auf der Liste.",
	"list.nothing_given": "Es wurde nichts angegeben und nichts geändert.",
	"list.full":
		"Auf die Liste {max, plural, one {passt höchstens # Eintrag} other {passen höchstens # Einträge}}. Nichts wurde geändert.",
	"list.file": "Textdatei",
	"unit.seconds": "Sekunden, oder 1:30",
	"unit.milliseconds": "Sekunden",
	"unit.characters": "Zeichen",
	"unit.decibels": "Dezibel",
	"unit.percent": "Prozent",
	"unit.times": "Tempofaktor",
	"limits.texts": "Texte pro Mitglied und Minute: {texts}. Das legt der Betreiber von Herald fest.",
	"panel.setting": "**{name}:** {value}",
	"panel.saved": "Gespeichert. {setting}",
	"panel.default": "Standard: {value}",
	"panel.on": "an",
	"panel.off": "aus",
	"panel.turn_on": "Einschalten",
	"panel.turn_off": "Ausschalten",
	"panel.change": "Ändern…",
	"panel.edit": "Bearbeiten…",
	"panel.back": "Zurück",
	"panel.percent": "{percent, number} %",
	"panel.bounds": "Von {min, number} bis {max, number}. Leer: Standard, {fallback}.",
	"panel.empty_is_default": "Leer: Standard, {fallback}.",
	"panel.out_of_bounds": "Nichts wurde geändert: Es muss eine Zahl von {min, number} bis {max, number} sein.",
	"panel.search": "Suche",
	"panel.search_again": "Neu suchen…",
	"panel.none_found": "Dazu passt nichts. Versuch es mit einem anderen Namen.",
	"panel.reset_page": "Diese Seite zurücksetzen",
	"panel.page_reset": "Die Einstellungen dieser Seite sind wieder Standard.",
	"panel.reset_all": "Alles zurücksetzen",
	"panel.reset_all.ask":
		"Alle Einstellungen dieses Servers auf Standard zurücksetzen? Die Listen bleiben: Kanäle, gesperrte Wörter, Wörterbuch, Vorlagen.",
	"panel.all_reset": "Alle Einstellungen sind wieder Standard.",
	"stale.command": "Dieser Teil von Herald hat sich geändert. Benutze stattdessen {command}.",
	"guide.reads": "**Vorgelesen wird:** {channels}.",
	"guide.nothing":
		"Noch wird nichts vorgelesen: Kein Kanal ist gewählt, und der Chat des Sprachkanals ist aus.",
	"guide.join": "Jetzt beitreten",
	"guide.choose": "Kanäle wählen…",
	"read-channels.spoken_in": "Nur in diesem Sprachkanal",
	"read-channels.anywhere": "Leer: wo immer Herald ist.",
	"ignore.who": "Mitglieder oder Rollen",
	"ignore.prefix": "Nachrichten, die so anfangen",
	"ignore.everyone":
		"Dann würde niemand mehr vorgelesen. Um nichts vorzulesen, schalte den Chat des Sprachkanals aus und entferne die Kanäle.",
	"sources.bots": "Bots",
	"sources.webhook": "Adresse oder ID eines Webhooks",
	"words.too_long":
		"Ein Wort kann höchstens {max, plural, one {# Zeichen} other {# Zeichen}} haben. Nichts wurde geändert.",
	"dictionary.word": "Wort oder Ausdruck",
	"dictionary.say": "Gesagt als",
	"dictionary.silent": "Leer: Das Wort wird ausgelassen.",
	"dictionary.try": "Ein Satz zum Ausprobieren",
	"preset.name": "Name",
	"preset.speed": "Von {min, number} bis {max, number}; 1 ist das eigene Tempo der Stimme",
	"preset.prefix": "Präfix",
	"preset.prefix.hint": "Nachrichten, die so anfangen, werden mit dieser Stimme vorgelesen. Leer: keins.",
	"preset.choose_prefix": "Vorlage wählen, die ein Präfix bekommt",
	"who.take_name":
		"**Gesprochenen Namen zurücknehmen:** Wähle das Mitglied, dessen gewählter Name nicht mehr gesagt werden soll.",
	"sources.webhook.hint": "Die ID eines Webhooks, aus seiner Adresse oder von einer Nachricht von ihm",
	"words.separated": "Wörter oder Ausdrücke, durch Kommas getrennt",
	"words.file": "Eine Textdatei mit einem Wort oder Ausdruck pro Zeile",
	"dictionary.file": "Eine Textdatei: pro Zeile ein Wort, ein Tabulator und wie es gesagt wird",
	"list.bad_file": "Herald kann diese Datei nicht lesen. Es muss UTF-8-Text mit höchstens 64 KiB sein.",
	"words.imported":
		"In der Liste {total, plural, one {steht jetzt das eine Wort} other {stehen jetzt die # Wörter}} aus der Datei.",
};
