import type { Language } from "./en.ts";

export const locales: Language["locales"] = ["fr"];

export const commands: Language["commands"] = {
	say: ["dire", "Faire dire un texte à Herald"],
	"say.text": [
		"texte",
		"Ce qu'il faut dire. Dialogue : Kore : Salut ! Puck : Hé ! Balises : [rire] [chuchote] [pause 2s]",
	],
	"say.file": ["fichier", "À la place, un fichier texte : .txt, .md, .srt ou .vtt"],
	"sound.voice": ["voix", "Qui parle : un nom, ou à quoi ressemble la voix"],
	"sound.style": ["style", "Comment le dire, par exemple : en chuchotant, d'un ton amusé"],
	"sound.speed": ["vitesse", "À quelle vitesse, de 0,5 à 2 : 1 est le rythme naturel de la voix"],
	"sound.language": ["langue", "La langue, si le texte seul ne suffit pas à la reconnaître"],
	"sound.as": ["sortie", "Sous quelle forme ou à quel endroit l'écouter"],
	Speak: ["Lire à voix haute", "Lire un message à voix haute : clic droit ou appui long, puis Applications"],
	"Read or not?": [
		"Lu ou non ?",
		"Voir si un message est lu à voix haute, et pourquoi : clic droit ou appui long, puis Applications",
	],
	voice: ["voix", "Ta voix sur ce serveur"],
	"voice.me": ["moi", "Choisir ta voix ici, et autoriser ou non la lecture de tes messages"],
	"sound.delivery": ["sortie", "Sous quelle forme ou à quel endroit l'écouter"],
	"voice.me.reading": ["lecture", "Autoriser ou non la lecture à voix haute de tes messages sur ce serveur"],
	"voice.me.name": ["nom", "Comment ton nom est prononcé quand tes messages sont lus"],
	"voice.me.reset": ["réinitialiser", "Réinitialiser d'abord tes choix"],
	"voice.show": ["afficher", "Afficher ta voix ici, et d'où viennent ces choix"],
	"voice.try": [
		"essayer",
		"Essayer une voix, un style, une langue ou une vitesse ; personne d'autre ne l'entend",
	],
	"voice.try.text": ["texte", "Ce qu'il faut dire ; sans texte, la voix se présente"],
	"voice.list": ["liste", "Toutes les voix, avec des extraits"],
	"voice.preset": ["préréglage", "Enregistrer tes propres voix sous un nom, aussi pour les dialogues"],
	"preset.name": ["nom", "Comment il s'appelle"],
	"preset.prefix": [
		"préfixe",
		"Les messages qui commencent ainsi sont lus avec cette voix, par exemple : !w",
	],
	join: ["rejoindre", "Faire venir Herald dans ton salon vocal"],
	"join.channel": ["salon", "Un autre salon vocal que le tien"],
	leave: ["quitter", "Faire sortir Herald du salon vocal"],
	skip: ["passer", "Passer ce que dit Herald, ou tous tes textes"],
	"skip.all": ["tout", "Passer tous tes textes, même ceux en attente"],
	stop: ["arrêter", "Ne plus parler et vider la file d'attente"],
	queue: ["file", "Afficher ce que dit Herald et ce qui attend"],
	server: ["serveur", "Comment Herald parle sur ce serveur"],
	"list.action": ["action", "Que faire avec la liste"],
	redeem: ["activer", "Activer un code pour le compte qui paie la synthèse vocale de ce bot, pas pour toi"],
	"redeem.code": ["code", "Le code ; personne d'autre ne peut le voir"],
	account: ["compte", "Qui paie la synthèse vocale de ce serveur"],
	"my-account": ["mon-compte", "Qui paie ta synthèse vocale hors des serveurs, et le solde"],
	credit: ["crédit", "Ce que coûte la synthèse vocale ici, et qui a activé des codes"],
	"credit.show": ["afficher", "Afficher le solde, s'il est connu, et l'usage de ce serveur ce mois-ci"],
	"credit.history": ["historique", "Qui a activé un code, quand et pour combien"],
	help: ["aide", "Afficher ce que Herald sait faire, et ce que tu peux utiliser ici"],
	"help.topic": ["sujet", "Ce que tu veux faire, ou une commande"],
	"forget-me": ["oublie-moi", "Effacer ce que Herald enregistre sur toi sur ce serveur"],
};

export const sentences: Language["sentences"] = {
	"list.separator": ", ",
	"voice.me.reading.on": "oui",
	"voice.me.reading.off": "non, jamais",
	"action.add": "ajouter",
	"action.remove": "retirer",
	"action.list": "afficher",
	"say.asked_by": "-# Pour {who}",
	"say.one_of": "Donne à Herald quelque chose à lire : soit `texte`, soit `fichier`, pas les deux.",
	"book.offer": "La lecture dure environ {minutes, plural, one {# minute} other {# minutes}}.",
	"book.offer.share":
		"La lecture dure environ {minutes, plural, one {# minute} other {# minutes}} : {percent, number} % du temps de parole de ce serveur par jour.",
	"book.over.member":
		"Il te reste aujourd'hui {left, plural, one {# minute} other {# minutes}} sur {limit, plural, one {# minute} other {# minutes}}. L'opérateur peut t'en donner plus (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"Il reste aujourd'hui à ce serveur {left, plural, one {# minute} other {# minutes}} sur {limit, plural, one {# minute} other {# minutes}}. Les membres qui le gèrent peuvent en donner plus avec `/serveur`, dans la limite fixée par l'opérateur (`GUILD_SECONDS_PER_DAY`).",
	"book.fits":
		"{minutes, plural, one {La première minute peut être lue} other {Les # premières minutes peuvent être lues}} aujourd'hui.",
	"book.fits.nothing": "Il ne reste pas assez de temps aujourd'hui pour commencer.",
	"book.button.all": "Lire",
	"book.button.fitting": "Lire ce qui est possible",
	"book.button.rest": "Lire la suite",
	"book.button.no": "Ne pas lire",
	"book.button.cancel": "Annuler",
	"book.declined": "Herald ne lira pas ce texte.",
	"book.under_way": "**{voice}** · lu à {percent, number} %\n> {text}",
	"book.done": "**{voice}** · {length} en {parts, plural, one {# fichier} other {# fichiers}}\n> {text}",
	"book.rest":
		"-# {percent, number} % du texte ont été lus. La suite pourra être lue plus tard ; elle sera effacée {when}.",
	"book.cancelled": "**{voice}** · annulé à {percent, number} %\n> {text}",
	"book.expired": "**{voice}** · pas terminé en un jour, arrêté à {percent, number} %\n> {text}",
	"book.failed": "**{voice}** · arrêté à {percent, number} %\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {Un passage n'a pas pu être lu et manque.} other {# passages n'ont pas pu être lus et manquent.}}",
	"book.part": "**{voice}** · partie {part, number} · {length} · pour {who}\n> {text}",
	"book.cancelled.told": "Annulé. Ce qui a été publié reste.",
	"book.offer.channel": "Herald le lit dans {channel}, et dit d'autres textes entre deux paragraphes.",
	"book.button.pause": "Pause",
	"book.button.resume": "Reprendre",
	"book.button.back": "Paragraphe précédent",
	"book.button.end": "Terminer",
	"book.reading": "**{voice}** lit dans {channel} · {percent, number} %\n> {text}",
	"book.paused": "**{voice}** dans {channel} · en pause à {percent, number} %\n> {text}",
	"book.paused.hint": "-# Tu peux reprendre pendant une demi-heure, tant que Herald reste dans le salon.",
	"book.read": "**{voice}** dans {channel} · lu jusqu'au bout\n> {text}",
	"book.pause_over": "La pause a duré une demi-heure.",
	"say.waiting": "En attente du service vocal…",
	"say.progress": "Lecture… {done} sur {total}",

	"say.without_style": "-# Le service vocal ne connaît pas les styles : le texte a donc été dit sans style.",
	"say.without_language":
		"-# Le service vocal ne permet pas de choisir la langue : il s'est donc fié au texte.",
	"say.cut_short": "-# Le service vocal s'est arrêté avant la fin du texte.",
	"say.own_voice":
		"-# Le service vocal n'est pas disponible pour le moment : une des voix propres à Herald parle à sa place.",
	"say.own_voice_no_credit":
		"-# Le compte qui paie la synthèse vocale n'a plus de crédit : une des voix propres à Herald parle à sa place. `/activer` en ajoute.",
	"say.other_voice": "-# Le service vocal ne propose pas cette voix : une autre a donc parlé.",
	"say.without_style.own": "-# La voix propre à ce bot n'a pas de styles : le style ne s'entend donc pas.",
	"say.language_unspoken":
		"-# Ici, aucune voix ne parle cette langue ({language}) : le texte a été lu dans une autre.",
	"say.words_left_out":
		"-# Un texte entier est dit dans une seule langue : des mots dans une autre écriture peuvent donc manquer.",
	"say.voice_message_refused": "Discord a refusé le message vocal ici, il a donc été envoyé en fichier.",
	"lost.own": "-# Ta voix {voice} n'est plus disponible : choisis-en une autre avec `/voix moi`.",
	"lost.preset.own":
		"-# Le préréglage {preset} n'existe plus, donc tu utilises maintenant {voice} : choisis-en un autre avec `/voix moi`.",
	"lost.preset.server":
		"-# Le préréglage {preset} de ce serveur n'existe plus, donc c'est {voice} qui parle : choisis-en un autre avec `/serveur`.",
	"lost.server":
		"-# La voix {voice} de ce serveur n'est plus disponible : choisis-en une autre avec `/serveur`.",

	"button.another_voice": "Avec une autre voix",
	"button.as_voice_message": "En message vocal",
	"button.as_file": "En fichier",
	"button.choose_voice": "Avec quelle voix ?",
	"button.use_voice": "Utiliser cette voix",
	"button.over": "Ce bouton ne fonctionne que pendant 14 minutes : utilise de nouveau la commande.",
	"button.not_yours": "Seul le membre qui a utilisé la commande peut se servir de ses boutons.",
	"voices.female": "Voix féminines",
	"voices.male": "Voix masculines",
	"voices.other": "Autres voix",
	"voice.sex.female": "féminine",
	"voice.sex.male": "masculine",
	"voice.character.breathy": "soufflée",
	"voice.character.breezy": "légère",
	"voice.character.bright": "lumineuse",
	"voice.character.casual": "décontractée",
	"voice.character.clear": "claire",
	"voice.character.easy-going": "détendue",
	"voice.character.even": "égale",
	"voice.character.excitable": "enthousiaste",
	"voice.character.firm": "ferme",
	"voice.character.forward": "directe",
	"voice.character.friendly": "amicale",
	"voice.character.gentle": "tendre",
	"voice.character.gravelly": "rocailleuse",
	"voice.character.informative": "informative",
	"voice.character.knowledgeable": "savante",
	"voice.character.lively": "vive",
	"voice.character.mature": "mûre",
	"voice.character.smooth": "veloutée",
	"voice.character.soft": "douce",
	"voice.character.upbeat": "entraînante",
	"voice.character.warm": "chaleureuse",
	"voice.character.youthful": "juvénile",
	"voice.heard.like": "comme {voice}",
	"voice.heard.lower": "plus grave",
	"voice.heard.bit_lower": "un peu plus grave",
	"voice.heard.bit_higher": "un peu plus aiguë",
	"voice.heard.higher": "plus aiguë",
	"voice.heard.slower": "plus lente",
	"voice.heard.faster": "plus rapide",

	"style.cheerful": "d'un ton joyeux et vif",
	"style.calm": "calmement et lentement, comme une histoire du soir",
	"style.whispering": "en chuchotant, comme un secret",
	"style.solemn": "d'un ton solennel, comme au journal télévisé",
	"style.excited": "d'un ton survolté, comme un commentateur sportif",

	"from.option": "dans la commande",
	"from.own": "ton choix",
	"from.everywhere": "ton choix partout",
	"from.server": "choix de ce serveur",
	"from.locale": "la langue de ton Discord",
	"from.default": "par défaut",
	"delivery.auto": "automatique",
	"delivery.file": "fichier",
	"delivery.voice-message": "message vocal",
	"delivery.channel": "salon vocal",
	none: "aucun",

	"voice.show":
		"**Voix** {voice} ({voiceFrom})\n**Style** {style} ({styleFrom})\n**Vitesse** {speed, number}× ({speedFrom})\n**Sortie** {delivery} ({deliveryFrom})\n**Langue** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, sauf si un texte est clairement dans une autre langue",
	"language.by_service": "celle de chaque texte",
	"voice.read": "**Lecture** oui, là où la lecture est activée",
	"voice.not_read": "**Lecture** jamais : tes messages ne sont pas lus",
	"voice.name": "**Nom prononcé** {name}",
	"voice.presets": "**Tes préréglages** {names}",
	"voice.changed": "Tes choix sont enregistrés :",
	"voice.reset": "Tes choix sont réinitialisés. Voici maintenant ta voix :",
	"voice.list":
		"Toutes les voix, et leur caractère. Choisis-en une pour l'écouter, ou essaie-la avec une phrase à toi (`/voix essayer`) ; les extraits comptent dans ton temps de parole.\n{voices}",
	"voice.more":
		"…et {count, plural, one {# autre} many {# d'autres} other {# autres}} : cherche-les par nom ou description partout où l'on choisit une voix.",

	"preset.needed": "Indique son nom dans `nom`, et qui parle dans `voix`.",
	"preset.need_name": "Indique lequel dans `nom`.",
	"preset.bad_name":
		"Un nom comporte de deux à {max, number} lettres, chiffres, espaces, traits d'union et apostrophes, et commence par une lettre. En chinois, en japonais et en coréen, un seul caractère suffit.",
	"preset.is_voice": "{name} est déjà une voix : choisis un autre nom.",
	"preset.is_label": "« {name} : » se trouve aussi dans des textes ordinaires : choisis un autre nom.",
	"preset.full": "Il ne peut y en avoir que {max, number} : retires-en d'abord un.",
	"preset.added": "{preset}\nChoisis-le comme `voix`, ou écris « {name} : … » dans un texte.",
	"preset.removed": "{what} a été retiré.",
	"preset.with_prefix": "préfixe « {prefix} »",
	"preset.of_server": "le préréglage {preset} de ce serveur",
	"preset.none.own": "Tu n'as pas de préréglages ici.",
	"preset.list.own": "Tes préréglages ici :",
	"server.not_manager": "Seuls les membres qui peuvent gérer ce serveur peuvent faire cela.",
	"server.seconds_too_many":
		"L'opérateur permet au plus {max, plural, one {# seconde} other {# secondes}} par jour : choisis un nombre plus petit.",
	"server.default": "{value} (par défaut)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# seconde} other {# secondes}}",
	"server.unlimited": "sans limite",
	"server.characters": "{max, plural, one {# caractère} other {# caractères}}",

	"list.more": "… et {count} de plus",
	"list.missing": "Absent de la liste : {what}. Rien n'a été modifié.",

	"reading.voice_chat": "le chat du salon vocal où se trouve Herald",
	"reading.channel.bound": "{channel} (dans {voice} seulement)",
	"reading.there": "Les messages de {channels} sont lus à voix haute.",
	"reading.there.listeners":
		"Ce que les membres présents dans ce salon vocal écrivent dans {channels} est lu à voix haute.",
	"reading.there.mentions": "Seuls les messages qui mentionnent Herald peuvent être lus.",
	"reading.there.prefix": "Seuls les messages qui commencent par « {prefix} » sont lus.",
	"reading.here": "Les messages d'ici sont lus à voix haute dans {voice}.",
	"reading.here.listeners": "Ce que les membres présents dans {voice} écrivent ici y est lu à voix haute.",
	"reading.here.anywhere":
		"Les messages d'ici sont lus à voix haute dans le salon vocal où se trouve Herald.",
	"reading.here.anywhere.listeners":
		"Ce que les membres présents dans le salon vocal de Herald écrivent ici y est lu à voix haute.",
	"reading.access.off":
		"L'opérateur a désactivé la lecture (`READ_MESSAGES`) : aucun message n'est lu à voix haute.",
	"reading.access.setting":
		"L'opérateur a limité la lecture (`READ_MESSAGES`) : seuls les messages qui mentionnent Herald sont lus à voix haute.",
	"reading.access.not_granted":
		"Seuls les messages qui mentionnent Herald peuvent être lus à voix haute, car Discord ne lui montre pas les autres. Pour changer cela, l'opérateur active le Message Content Intent dans le portail des développeurs de Discord, sous **Bot**, puis redémarre Herald.",
	"reading.prefix": "les messages qui commencent par « {prefix} »",
	"reading.webhook": "le webhook {id}",
	"reading.name_reset": "Herald ne dit plus le nom choisi par {who}.",
	"reading.no_name": "{who} n'a pas choisi de nom.",
	"read-channels.unseen": "Salon que Herald ne voit pas ({id})",
	"read-channels.guard":
		"-# Un message n'est lu que tant que toutes les personnes qui écoutent peuvent voir son salon.",
	"ignore.default_prefix":
		"« {prefix} » est le préfixe par défaut tant qu'aucun autre n'est choisi. Pour le remplacer, ajoute le préfixe que tu veux.",
	"read-bots.no_bot": "{who} n'est pas un bot. Les membres sont lus sans être dans la liste.",
	"read-bots.no_webhook":
		"Ce n'est pas l'ID d'un webhook : il a de 17 à 20 chiffres. On le trouve dans l'adresse du webhook, après webhooks/.",

	"dictionary.no_word":
		"Ce mot est introuvable dans un texte : il lui faut une lettre, un chiffre ou un signe.",
	"dictionary.too_long":
		"Un mot et sa prononciation peuvent avoir chacun au plus {max, plural, one {# caractère} other {# caractères}}.",
	"dictionary.nothing": "rien",
	"dictionary.tried": "Herald dirait :\n> {text}",
	"dictionary.imported":
		"Le dictionnaire contient maintenant {total, plural, =0 {aucun mot} one {le mot} other {les # mots}} du fichier, et rien d'autre.",
	"dictionary.not_imported": "Aucune ligne du fichier n'est utilisable. Rien n'a été modifié.",
	"dictionary.refused": "{count, plural, one {Une ligne a été ignorée} other {# lignes ont été ignorées}} :",
	"dictionary.refused.line": "Ligne {line} : {why}",
	"dictionary.refused.no_tab": "pas de tabulation entre le mot et sa prononciation",
	"dictionary.refused.no_word": "pas de mot avant la tabulation",
	"dictionary.refused.too_long": "trop long",
	"dictionary.refused.duplicate": "le mot est déjà sur une ligne précédente",
	"dictionary.refused.too_many": "le dictionnaire est plein",
	"dictionary.refused.blocked": "un mot que ce serveur bloque",

	"speak.forward": "Transféré",
	"speak.reply": "En réponse",
	"speak.reply.to": "En réponse à {who}",
	"speak.poll": "Un sondage : {poll}",

	"reading.notice":
		"-# {readThere} Un service vocal transforme le texte en audio. Si tu ne veux pas que tes messages soient lus, désactive `lecture` dans `/voix moi`.",
	"reading.notice.joined_for": "Herald est venu pour {who}.",
	"reading.declined":
		"Tes messages ne sont plus lus à voix haute sur ce serveur. Pour qu'ils le soient à nouveau, active `lecture` dans `/voix moi`.",
	"reading.notice.paused": "-# {who} a mis la lecture en pause ici.",
	"reading.limited":
		"-# Le service vocal accepte peu de demandes en ce moment : les messages sont lus un peu plus tard, plusieurs à la fois.",
	"reading.interrupted":
		"-# Herald redémarre : {count, plural, one {# message n'a pas été lu} other {# messages n'ont pas été lus}} jusqu'au bout.",
	"reading.cut_off": "-# Herald a redémarré avant que tous les messages aient été lus ici.",
	"reading.share_used":
		"-# Le temps de lecture à voix haute de ce serveur est épuisé pour aujourd'hui. La lecture reprend {when}.",
	"reading.failed": "Ce message n'a pas pu être lu.",
	"reading.left_out": "{count, plural, one {# message a été omis} other {# messages ont été omis}}.",
	"reading.joined": "{who} {count, plural, one {vient d'arriver.} other {viennent d'arriver.}}",
	"reading.left": "{who} {count, plural, one {vient de partir.} other {viennent de partir.}}",
	"reading.someone": "quelqu'un",
	"reading.people": "{count, plural, one {# personne} other {# personnes}}",
	"reading.others": "{count, plural, one {# autre personne} other {# autres}}",
	"button.pause_reading": "Mettre la lecture en pause",
	"button.resume_reading": "Reprendre la lecture",
	"button.dont_read_me": "Ne pas me lire",
	"read.reply": "{who} à {whom}",
	"read.forward": "{who} transfère",
	"read.pictures": "{count, plural, one {une image} other {# images}}",
	"read.videos": "{count, plural, one {une vidéo} other {# vidéos}}",
	"read.sounds": "{count, plural, one {un son} other {# sons}}",
	"read.files": "{count, plural, one {un fichier} other {# fichiers}}",
	"read.voice": "un message vocal de {seconds, plural, one {# seconde} other {# secondes}}",
	"read.sticker": "un autocollant : {name}",
	"read.embed": "un aperçu intégré",
	"read.poll": "un sondage : {question}",
	"read.answers": "{count, plural, one {# réponse} other {# réponses}}",
	"read.more": "et la suite",

	"verdict.read": "**Lu à voix haute** dans {channel}.",
	"verdict.skipped": "**Pas lu à voix haute.** {why}",
	"verdict.words": "Ce qui est dit : {words}",
	"verdict.cost": "-# Environ {seconds, plural, one {# seconde} other {# secondes}} de parole.",
	"verdict.cost.left":
		"-# Environ {seconds, plural, one {# seconde} other {# secondes}} de parole. Aujourd'hui, il reste {left, plural, one {# seconde} other {# secondes}} de lecture pour les messages de cette personne.",
	"skip.reading_off": "L'opérateur de Herald a désactivé la lecture.",
	"skip.paused": "La lecture est en pause en ce moment.",
	"skip.private_thread": "Les fils privés ne sont jamais lus.",
	"skip.channel_not_read":
		"Herald ne lit pas ce salon. Les membres qui peuvent gérer ce serveur peuvent changer cela avec `/serveur`.",
	"skip.media_channel":
		"Les salons médias ne peuvent pas être lus à voix haute : Discord ne les propose pas dans la liste de salons de Herald.",
	"skip.spoken_elsewhere": "Ce salon est lu dans un autre salon vocal que celui où se trouve Herald.",
	"skip.own_message": "Herald ne lit pas ses propres messages.",
	"skip.bot_not_read":
		"Les messages d'un bot ou d'un webhook ne sont lus que si des membres qui peuvent gérer ce serveur l'ajoutent avec `/serveur`.",
	"skip.not_ordinary":
		"Herald ne lit que ce qu'écrivent les membres, pas les notifications de Discord ni les réponses aux commandes.",
	"skip.mentions_only": "Discord ne montre à Herald que les messages qui le mentionnent, et celui-ci non.",
	"skip.silent": "Il a été envoyé en silencieux.",
	"skip.opted_out": "La personne qui l'a écrit ne veut pas que ses messages soient lus.",
	"skip.forwarded_opted_out":
		"La personne qui a écrit le message transféré ne veut pas que ses messages soient lus.",
	"skip.forward_unknown":
		"Herald ne peut pas voir le message transféré et ne sait donc pas s'il peut être lu.",
	"skip.ignored_member": "Les messages de cette personne ne sont pas lus sur ce serveur.",
	"skip.ignored_role":
		"La personne qui l'a écrit a un rôle dont les messages ne sont pas lus sur ce serveur.",
	"skip.ignored_prefix": "Il commence par un préfixe ignoré sur ce serveur.",
	"skip.role_required": "Sur ce serveur, seuls les membres qui ont {role} sont lus.",
	"skip.not_listening":
		"Seuls les membres présents dans le salon vocal de Herald sont lus, et la personne qui l'a écrit n'y est pas.",
	"skip.author_timed_out": "La personne qui l'a écrit est exclue temporairement.",
	"skip.author_muted": "Dans les salons vocaux, la modération a coupé le micro de la personne qui l'a écrit.",
	"skip.author_may_not_speak": "La personne qui l'a écrit ne peut pas parler dans le salon vocal de Herald.",
	"skip.nobody_listens": "Personne n'écoute dans le salon vocal de Herald.",
	"skip.listener_may_not_view":
		"Quelqu'un dans le salon vocal de Herald ne peut pas voir ce salon : rien de ce qui s'y écrit n'est donc lu là-bas.",
	"skip.forbidden_word": "Il contient un mot que ce serveur bloque.",
	"skip.forbidden_name": "Le nom prononcé avant contient un mot que ce serveur bloque.",
	"skip.unspeakable": "Il ne contient rien à dire.",
	"skip.unread_script": "Aucune voix ici ne sait lire son écriture.",
	"skip.too_fast": "La personne qui l'a écrit a envoyé trop de messages en une minute.",
	"skip.repeated": "La même personne venait d'écrire la même chose.",
	"skip.left_behind": "Il y avait tant de messages qu'il aurait été lu trop tard.",
	"skip.member_over_share":
		"Il reste trop peu du temps de parole de cette personne aujourd'hui pour la lecture.",
	"skip.guild_over_share": "Il reste trop peu du temps de parole de ce serveur aujourd'hui pour la lecture.",

	"forget.ask":
		"Cela efface ce que Herald enregistre sur toi sur ce serveur : ta voix, ton style, ta vitesse, ta sortie, ta langue, tes préréglages et ton nom prononcé, les textes derrière tes boutons, un long texte en cours de lecture pour toi, qui s'arrête alors, ton temps de parole des jours passés, et ton nom à côté des codes que tu as activés. Les secondes d'aujourd'hui sont conservées jusqu'à minuit (UTC), pour que les limites restent valables. Si tu as désactivé la lecture de tes messages, ce choix est conservé aussi : sinon, l'effacement la réactiverait.",
	"forget.ask.account.member": "Le compte que tu as connecté pour toi est déconnecté, et sa clé effacée.",
	"forget.ask.account.server":
		"C'est toi qui as connecté le compte de ce serveur : ton nom y est effacé, et le compte continue de payer jusqu'à ce que quelqu'un le déconnecte.",
	"forget.ask.everywhere":
		"Cela efface tout ce que Herald enregistre sur toi, sur tous les serveurs et en messages privés : tes voix, styles, vitesses, sorties, langues, préréglages et noms prononcés, les textes derrière tes boutons, les longs textes en cours de lecture pour toi, qui s'arrêtent alors, ton temps de parole des jours passés, et ton nom à côté des codes que tu as activés. Les secondes d'aujourd'hui sont conservées jusqu'à minuit (UTC), pour que les limites restent valables. Là où tu as désactivé la lecture de tes messages, ce choix est conservé aussi : sinon, l'effacement la réactiverait.",
	"forget.yes": "Effacer",
	"forget.no": "Garder",
	"forget.kept": "Rien n'a été effacé.",
	"forget.done": "Effacé : {what}.",
	"forget.unread": "Là où tes messages n'étaient pas lus, ils ne le sont toujours pas.",
	"forget.nothing": "Herald n'avait rien enregistré sur toi ici.",
	"forget.preferences": "tes choix de voix",
	"forget.presets": "{count, plural, one {ton préréglage} other {tes # préréglages}}",
	"forget.texts":
		"{count, plural, one {le texte derrière tes boutons} other {# textes derrière tes boutons}}",
	"forget.book": "le long texte en cours de lecture pour toi",
	"forget.days": "ton temps de parole {count, plural, one {d'un jour passé} other {de # jours passés}}",
	"forget.connected": "ton nom auprès du compte d'un serveur",
	"forget.account": "le compte que tu as connecté pour toi",
	"forget.redemptions": "ton nom à côté des codes activés",

	"problem.role_required": "Seuls les membres qui ont {role} peuvent faire parler Herald ici.",
	"problem.role_deleted": "Le rôle choisi n'existe plus. Un admin du serveur peut le changer : `/serveur`.",
	"problem.text_too_long":
		"Sur ce serveur, les textes peuvent avoir au plus {max, plural, one {# caractère} other {# caractères}}. Essaies-en un plus court.",
	"problem.bad_file.encoding":
		"Herald ne peut pas lire les caractères de ce fichier. Enregistre-le en UTF-8 et joins-le de nouveau.",
	"problem.bad_file.binary":
		"Ce n'est pas un fichier texte. Herald lit le texte brut (.txt), le Markdown (.md) et les sous-titres (.srt, .vtt).",
	"problem.bad_file.gone": "Discord n'a plus ce fichier. Joins-le de nouveau.",
	"problem.bad_file.unreachable": "Herald n'a pas pu obtenir ce fichier. Réessaie dans une minute.",
	"problem.file_too_long":
		"Ce fichier est trop long : Herald lit au plus {max, plural, one {# caractère} other {# caractères}} d'un fichier. L'opérateur peut changer cela (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.file_too_long_elsewhere":
		"Ici, Herald peut lire des fichiers de {max, number} caractères au plus. Sur un serveur où il se trouve, il en lit aussi de plus longs.",
	"problem.sound_too_large":
		"Discord n'accepte pas de fichier aussi volumineux ici. Fais lire le texte dans un salon vocal, ou découpe-le.",
	"problem.may_not_post":
		"Un fichier aussi long arrive en plusieurs parties. Pour cela, Herald a besoin des permissions **Voir le salon**, **Envoyer des messages** et **Joindre des fichiers** dans ce salon.",
	"problem.book_under_way":
		"Herald lit déjà un de tes longs textes ici, ou plusieurs de ce serveur. Attends que l'un soit terminé, ou annule-le.",
	"problem.book_in_channel":
		"Herald lit déjà un long texte dans un salon vocal ici. Attends qu'il soit terminé, ou mets-y fin.",
	"problem.may_not_tell":
		"Le message de Herald montre où en est un long texte. Pour cela, il a besoin de la permission **Voir le salon** dans ce salon.",
	"problem.book_over": "Ce texte n'est plus là. Utilise de nouveau `/dire`.",
	"problem.not_your_book":
		"Seul le membre qui a demandé ce texte, ou quelqu'un qui peut déplacer des membres, peut faire cela.",
	"problem.forbidden_word": "Ce serveur bloque un mot de ce texte. Essaie avec d'autres mots.",
	"problem.unspeakable_name": "Herald ne peut pas dire ce nom : il lui faut une lettre ou un chiffre.",
	"problem.name_taken":
		"Une voix, un rôle ou quelqu'un sur ce serveur porte ce nom, ou un nom qui se dit ou s'écrit presque pareil. Choisis un autre nom.",
	"problem.may_not_attach_files.member":
		"Tu ne peux pas joindre de fichiers dans ce salon, donc Herald ne peut pas publier cela pour toi. Essaie dans un autre salon.",
	"problem.may_not_send_voice_messages":
		"Tu ne peux pas envoyer de messages vocaux dans ce salon. Utilise `sortie: fichier`, ou essaie dans un autre salon.",
	"problem.may_not_attach_files.herald":
		"Herald ne peut pas joindre de fichiers dans ce salon. Quelqu'un qui gère le salon doit l'autoriser.",
	"problem.not_read":
		"Herald n'arrive pas à consulter les données nécessaires en ce moment. Réessaie dans une minute.",
	"problem.not_stored":
		"Herald n'a pas pu enregistrer cela, donc rien n'a été modifié. Réessaie dans une minute.",
	"problem.maybe_stored":
		"Herald a perdu la connexion à sa base de données en enregistrant cela et ne sait pas si c'est fait. Vérifie dans une minute et réessaie si besoin.",

	"button.redeem": "Activer un code",
	"button.again": "Lire à nouveau",
	"redeem.modal.code": "Code ({max} caractères au plus)",
	"redeem.modal.whose": "Il recharge le compte qui paie la synthèse vocale de ce bot, pas le tien.",
	"redeem.again": "Lire maintenant",
	"redeem.redeemed":
		"Code activé pour le compte {whose, select, own {connecté} other {qui paie la synthèse vocale de ce bot}}. Merci !",
	"redeem.redeemed.units":
		"{units} unités (environ {usd}) ajoutées au compte {whose, select, own {connecté} other {qui paie la synthèse vocale de ce bot}}. Merci !",
	"balance.units": "Solde : {units} unités (environ {usd}).",
	"balance.unlimited": "Solde : illimité.",
	"balance.unknown": "Le service vocal n'indique pas son solde.",
	"redeem.refused.rejected":
		"Le service a refusé ce code. Il est peut-être mal saisi, déjà utilisé ou expiré, ou le service n'a pas pu l'activer cette fois : vérifie-le et réessaie.",
	"redeem.refused.used": "Ce code a déjà été utilisé. Rien n'a été ajouté cette fois.",
	"redeem.refused.unknown_code":
		"Le service ne connaît pas ce code. Vérifie qu'il ne contient pas de faute de frappe et réessaie.",
	"redeem.refused.expired": "Ce code a expiré. Demandes-en un nouveau à la personne qui te l'a donné.",
	"redeem.unknown.lost":
		"La réponse du service s'est perdue : le code a peut-être été activé, ou pas. Ne le jette pas : quelqu'un qui gère ce serveur peut vérifier avec `/crédit afficher`, et l'opérateur de Herald peut demander au service.",
	"redeem.unknown.unclear":
		"Le service a répondu d'une façon que Herald ne connaît pas : le code a peut-être été activé, ou pas. Ne le jette pas : quelqu'un qui gère ce serveur peut vérifier avec `/crédit afficher`, et la personne qui héberge ce bot peut demander au service.",
	"redeem.unknown.lost_before":
		"Le service refuse maintenant ce code, mais sa réponse à un essai précédent s'est perdue : cet essai l'a peut-être activé. Quelqu'un qui gère ce serveur peut vérifier avec `/crédit afficher`.",
	"redeem.code.good": "Ton code est toujours valable.",
	"redeem.code.unknown":
		"Herald ne sait pas ce qu'a donné un essai précédent avec ce code, il est donc peut-être déjà activé : quelqu'un qui gère ce serveur peut vérifier avec `/crédit afficher`.",
	"redeem.unavailable.unreachable":
		"Herald ne peut pas joindre le service, le code n'a donc pas été envoyé. {code} Réessaie dans une minute.",
	"redeem.unavailable.not_served":
		"Ce service vocal n'active pas de codes ici. {code} L'opérateur de Herald doit vérifier les réglages.",
	"redeem.unavailable.closed":
		"Ce service vocal n'accepte pas de codes pour l'instant. {code} La personne qui héberge ce bot peut les y autoriser.",
	"redeem.unavailable.fault":
		"Le service a un problème de son côté, rien n'a donc été activé. {code} Réessaie dans une minute.",
	"redeem.busy": "Un autre code est en cours d'activation. {code} Réessaie dans quelques secondes.",
	"redeem.unauthorized":
		"Le service ne laisse pas Herald activer de codes. {code} L'opérateur de Herald doit vérifier le jeton.",
	"redeem.rate_limited": "Le service n'accepte pas de codes en ce moment. {code} Réessaie {when}.",
	"redeem.too_fast.member": "Tu as essayé beaucoup de codes. Tu peux essayer le prochain {when}.",
	"redeem.too_fast.refusals": "Trois codes de suite ont été refusés. Tu peux en essayer un autre {when}.",
	"redeem.too_fast.guild": "Ce serveur a essayé beaucoup de codes. Tu peux essayer le prochain {when}.",
	"redeem.too_fast.service": "Beaucoup de codes sont activés en ce moment. Réessaie {when}.",
	"redeem.mistyped": "Ce code contient une faute de frappe : vérifie-le et réessaie. Rien n'a été envoyé.",
	"redeem.earlier": "La réponse à ton dernier code ne t'est pas parvenue. La voici : {outcome}",
	"redeem.in_progress": "Ce code est déjà en cours d'activation.",
	"account.pays.server":
		"La synthèse vocale de ce serveur est payée par {payer, select, own {le compte propre au serveur} other {l'opérateur de ce bot}}.",
	"account.pays.member":
		"Ce que tu fais dire en messages privés, en groupe et sur les serveurs sans Herald est payé par {payer, select, own {ton propre compte} other {l'opérateur de ce bot}}.",
	"account.connected_by": "{who} l'a connecté {when}.",
	"account.effect.server":
		"Avec son propre compte auprès du service vocal, le serveur paie lui-même sa synthèse vocale, ses extraits et ses longs textes, et les codes activés ici vont à ce compte. La clé est enregistrée chiffrée et n'est jamais affichée.",
	"account.effect.member":
		"Avec ton propre compte auprès du service vocal, tu paies ce que tu fais dire hors des serveurs de Herald, et les codes que tu y actives vont à ce compte. La clé est enregistrée chiffrée et n'est jamais affichée.",
	"account.costs_word":
		"Le service ne peut pas vérifier une clé à lui seul : Herald l'essaie sur un mot, que le compte paie.",
	"account.trouble.unauthorized": "⚠️ Le service n'accepte plus sa clé. Connecte-le à nouveau avec une autre.",
	"account.trouble.forbidden": "⚠️ Le service refuse le compte. Renseigne-toi auprès du service.",
	"account.trouble.key_exhausted":
		"⚠️ La clé a atteint sa propre limite. Augmente-la auprès du service ; les codes n'y changent rien.",
	"account.trouble.subscription_exhausted": "⚠️ Son abonnement est épuisé. Renouvelle-le auprès du service.",
	"account.trouble.out_of_credit":
		"⚠️ Le compte est vide. Active un code avec `/activer`, ou recharge-le auprès du service.",
	"account.trouble.other_service":
		"⚠️ Il appartient à un service que Herald n'utilise plus. Connectes-en un autre.",
	"account.trouble.unreadable": "⚠️ Herald ne peut plus déchiffrer sa clé. Connecte-le à nouveau.",
	"account.connect": "Connecter un compte",
	"account.reconnect": "En connecter un autre",
	"account.disconnect": "Déconnecter",
	"account.key": "Clé du service vocal",
	"account.key.hint": "Essayée une fois, puis enregistrée chiffrée. Cinq essais par jour.",
	"account.token": "Jeton d'accès",
	"account.token.hint": "Celui du compte lui-même. Herald active les codes avec lui.",
	"account.user": "Identifiant d'utilisateur",
	"account.user.hint": "Le numéro du compte auprès du service",
	"account.connected": "Connecté. Désormais, c'est ce compte qui paie.",
	"account.connected_empty":
		"Connecté. Désormais, c'est ce compte qui paie. Son solde est vide : sauf si un abonnement paie ou si la synthèse vocale y est gratuite, recharge-le ou active un code.",
	"account.wrong": "Le service n'accepte pas cette clé. Rien n'a été enregistré.",
	"account.wrong_token":
		"Le service n'accepte pas ce jeton d'accès ou cet identifiant d'utilisateur. Rien n'a été enregistré.",
	"account.forbidden": "Le service refuse ce compte. Rien n'a été enregistré.",
	"account.no_credit": "Ce compte n'a pas de crédit. Rien n'a été enregistré.",
	"account.limited":
		"Le service n'accepte pas de requêtes de ce compte pour le moment. Rien n'a été enregistré. Réessaie plus tard.",
	"account.unreachable":
		"Herald n'a pas pu vérifier la clé auprès du service. Rien n'a été enregistré. Réessaie plus tard.",
	"account.too_many.owner":
		"Cinq clés ont été essayées ici aujourd'hui. Tu pourras essayer la prochaine {when}.",
	"account.too_many.member": "Tu as essayé vingt clés aujourd'hui. Tu pourras essayer la prochaine {when}.",
	"account.disconnect.ask":
		"Herald efface la clé aussitôt. L'opérateur de ce bot paie alors de nouveau, dans ses limites.",
	"account.disconnected": "Déconnecté. La clé est effacée.",
	"account.none": "Aucun compte n'est connecté.",
	"redeem.ask.server": "Ce code rechargerait le compte propre à ce serveur, pas celui de ce bot ni le tien.",
	"redeem.ask.member": "Ce code rechargerait le compte que tu as connecté pour toi, pas celui de ce bot.",
	"redeem.ask.yes": "L'activer",
	"redeem.ask.no": "Ne pas l'activer",
	"redeem.declined": "Rien n'a été envoyé. Ton code est toujours valable.",
	"redeem.ask.over": "Cette question n'est plus ouverte, et rien n'a été envoyé. Active le code à nouveau.",
	"redeem.unauthorized.own":
		"Le service ne laisse pas le compte connecté activer de codes. {code} Connecte-le à nouveau, avec un jeton qui le permet.",
	"credit.month":
		"**Ce serveur ce mois-ci :** {texts, plural, one {# texte} other {# textes}}, {seconds, plural, one {# seconde} many {# de secondes} other {# secondes}} de son produites, {prompt, plural, one {# jeton} many {# de jetons} other {# jetons}} en entrée, {audio, plural, one {# jeton} many {# de jetons} other {# jetons}} en sortie ; {cached, number} sur {lines, plural, one {# ligne} other {# lignes}} venaient du cache. Cela fait environ {usd}.",
	"credit.nobody": "Personne n'a encore activé de code sur ce serveur.",
	"credit.outcome.sent": "en cours",
	"credit.outcome.redeemed": "activé",
	"credit.outcome.refused": "refusé",
	"credit.outcome.busy": "service occupé",
	"credit.outcome.unauthorized": "non autorisé",
	"credit.outcome.rate_limited": "trop d'essais",
	"credit.outcome.unavailable": "non activé",
	"credit.outcome.unknown": "inconnu",

	"channel.answer": "**{voice}** parle dans {channel} · {place}\n> {text}",
	"channel.now": "maintenant",
	"channel.place": "place {place} dans la file d'attente, dans environ {seconds} s",
	"channel.left_out": "Une partie a été omise.",
	"channel.ended": "**{voice}** dans {channel} · {place}\n> {text}",
	"channel.spoken": "lu",
	"channel.skipped_by_owner": "passé",
	"channel.skipped_by": "passé par {who}",
	"channel.skipped_by_vote": "passé par vote",
	"channel.stopped_by_owner": "arrêté",
	"channel.stopped_by": "arrêté par {who}",
	"channel.unfinished": "pas terminé",
	"channel.unspoken": "pas lu",
	"vote.open": "{by} veut passer le texte de {who} : {votes} votes sur {needed}.",
	"vote.skipped": "Le texte de {who} a été passé, sur proposition de {by}.",
	"vote.over": "Le texte de {who} est terminé, et le vote lancé par {by} aussi.",
	"channel.failed": "Rien n'a pu être lu.",
	"channel.left": "Herald a quitté le salon avant la fin.",
	"channel.skipped": "Passé.",
	"channel.stopped": "Arrêté.",
	"channel.skipped.count": "{count, plural, one {# texte passé} other {# textes passés}}.",
	"channel.skipped.page": "Paragraphe passé. Les boutons sous le texte le mettent en pause ou y mettent fin.",
	"channel.stopped.count": "{count, plural, one {# texte arrêté} other {# textes arrêtés}}.",
	"channel.stopped.page": "Le long texte est en pause : un bouton sous son message le fait reprendre.",
	"channel.joined": "Herald est dans {channel}.",
	"channel.gone": "Herald a quitté {channel}.",
	"channel.queue.empty": "Herald est dans {channel}. La file d'attente est vide.",
	"channel.queue.total": "**{channel}** · {count, plural, one {# texte} other {# textes}}, env. {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, lu à voix haute · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, un long texte · {voice}",
	"button.skip": "Passer",
	"button.stop": "Arrêter",

	"help.about":
		"Herald transforme du texte en parole : en fichier, en message vocal, ou en direct dans un salon vocal. {help} t'en dit plus sur une commande.",
	"help.managers": "**Pour les membres qui peuvent gérer ce serveur**",
	"help.unknown": "Rien n'a été trouvé. Voici ce que tu peux faire ici :",
	"help.menu": "**Applications → {name}**",
	"help.option.required": "`{name}` (obligatoire) {description}",
	"help.all": "Tout afficher",
	"help.task.say": "Faire dire un texte",
	"help.task.tags":
		"Faire rire ou chuchoter Herald, ou lui faire marquer une pause : `[rire]` `[glousse]` `[petit rire]` `[pleure]` `[sanglote]` `[soupir]` `[grogne]` `[hoquet de surprise]` `[bâille]` `[éternue]` `[tousse]` `[se racle la gorge]` `[chuchote]` `[crie]` `[enthousiaste]` `[triste]` `[pause 2s]`",
	"help.task.message": "Écouter un message",
	"help.task.join": "Faire venir Herald dans mon salon vocal",
	"help.task.leave": "Faire partir Herald",
	"help.task.skip": "Passer ce que Herald est en train de dire",
	"help.task.silence": "Faire taire Herald",
	"help.task.queue": "Voir ce qui vient ensuite",
	"help.task.my_voice": "Changer ma voix",
	"help.task.not_me": "Ne pas être lu à voix haute",
	"help.task.my_name": "Changer la façon de dire mon nom",
	"help.task.how_i_sound": "Voir quelle voix j'ai, et pourquoi",
	"help.task.try": "Essayer une voix",
	"help.task.voices": "Écouter toutes les voix",
	"help.task.my_presets": "Enregistrer mes propres voix",
	"help.task.why": "Savoir pourquoi un message n'est pas lu",
	"help.task.credit": "Ajouter du crédit",
	"help.task.erase": "Effacer ce que Herald enregistre sur moi",
	"help.task.help": "Voir ce que Herald sait faire",
	"help.task.read": "Faire lire un salon à voix haute",
	"help.task.how": "Changer la façon dont les messages sont lus",
	"help.task.who": "Choisir qui peut utiliser Herald, et qui est lu",
	"help.task.sound": "Choisir la voix du serveur",
	"help.task.limits": "Régler les limites et les heures calmes",
	"help.task.words": "Bloquer des mots, ou changer leur prononciation",
	"help.task.presets": "Enregistrer des voix pour tout le monde",
	"help.task.usage": "Voir le solde et l'utilisation",
	"help.task.redeemed": "Voir qui a ajouté du crédit",
	"help.task.account": "Faire payer un compte propre à ce serveur",
	"help.task.my_account": "Connecter mon propre compte",
	"help.also.say": "tts parole parler lire fichier",
	"help.also.tags": "balises émotion",
	"help.also.message": "tts lire",
	"help.also.leave": "déconnecter expulser",
	"help.also.silence": "muet silence calme pause",
	"help.also.my_voice": "langue vitesse style",
	"help.also.not_me": "muet silence privé",
	"help.also.credit": "code payer argent",
	"help.also.erase": "supprimer données confidentialité",
	"help.also.read": "tts chat messages automatique annoncer",
	"help.also.who": "rôle permission muet",
	"help.also.limits": "nuit silence durée longueur",
	"help.also.usage": "argent coût",

	bug: "Quelque chose s'est mal passé. Si cela se reproduit, donne ce numéro à l'opérateur de Herald : `{id}`.",
	"interrupted.text": "Herald a été redémarré avant la fin : utilise de nouveau la commande.",
	"interrupted.code": "Herald a été redémarré avant de traiter ce code : active-le de nouveau.",
	stale: "Cela ne fonctionne plus : utilise de nouveau la commande.",

	"problem.unauthorized":
		"Le service vocal n'accepte pas la clé de Herald. L'opérateur de Herald doit la vérifier.",
	"problem.forbidden": "Le service vocal refuse le compte de Herald. Son opérateur doit s'en occuper.",
	"problem.key_exhausted":
		"La clé avec laquelle parle Herald a atteint sa propre limite. L'opérateur de Herald doit l'augmenter ; les codes n'y changent rien.",
	"problem.subscription_exhausted":
		"L'abonnement qui paie la synthèse vocale est épuisé. La personne qui héberge ce bot doit le renouveler.",
	"problem.own_account.server":
		"Le service vocal refuse le compte propre à ce serveur. Les membres qui gèrent le serveur peuvent voir pourquoi avec `/compte`.",
	"problem.own_account.member": "Le service vocal refuse ton propre compte. `/mon-compte` indique pourquoi.",
	"problem.out_of_credit":
		"Le compte qui paie la synthèse vocale est vide. Active un code avec `/activer`, puis réessaie.",
	"problem.rate_limited": "Le service vocal est occupé : réessaie {when}.",
	"problem.daily_limit": "La limite du service vocal pour aujourd'hui est atteinte : réessaie {when}.",
	"problem.model_unavailable":
		"Le service vocal ne propose aucun des modèles de Herald. L'opérateur de Herald doit vérifier `SPEECH_MODELS`.",
	"problem.bad_request":
		"Le service vocal n'a pas compris la demande. Essaie une autre voix ou un texte plus simple.",
	"problem.blocked": "Le service vocal refuse de dire ce texte. Essaie avec d'autres mots.",
	"problem.no_audio":
		"Le service vocal n'a renvoyé aucun son pour ce texte. Essaie avec d'autres mots ou une autre voix.",
	"problem.too_long": "Ce texte est trop long pour le service vocal. Divise-le en textes plus courts.",
	"problem.upstream": "Le service vocal rencontre des problèmes. Réessaie dans une minute.",
	"problem.network": "Herald ne peut pas joindre le service vocal. Réessaie dans une minute.",
	"problem.timeout": "Le service vocal a mis trop de temps. Réessaie, peut-être avec un texte plus court.",
	"problem.bad_response":
		"Quelque chose a répondu, mais ce n'est pas un service vocal. L'opérateur de Herald doit vérifier `SPEECH_BASE_URL`.",
	"problem.unplayable_sound":
		"Le service vocal a envoyé un format audio que Herald ne sait pas lire. Préviens la personne qui héberge ce bot.",
	"problem.unspeakable": "Il n'y a rien à dire dans ce texte : il lui faut une lettre ou un chiffre.",
	"problem.unread_script":
		"Aucune voix ici ne sait lire l'écriture de ce texte. Les voix d'ici parlent {spoken} ; l'opérateur de Herald peut en ajouter (docs/voices.md).",
	"problem.unread_script.unlisted":
		"Aucune voix ici ne sait lire ce texte. L'opérateur de Herald peut ajouter des voix (docs/voices.md).",
	"problem.unknown_language":
		"« {language} » n'est pas une langue que Herald connaît. Choisis-en une dans la liste.",
	"problem.language_unavailable.unlisted":
		"Aucune voix ici ne parle {language}. Choisis une autre langue dans la liste ; l'opérateur de Herald peut ajouter des voix (docs/voices.md).",
	"problem.language_unavailable":
		"Aucune voix ici ne parle {language}. Les voix d'ici parlent {spoken} ; l'opérateur de Herald peut en ajouter (docs/voices.md).",
	"problem.unknown_language.near":
		"Aucune langue ne s'appelle « {language} ». Voulais-tu dire {suggestions} ?",
	"problem.unknown_voice": "Aucune voix ne s'appelle « {voice} ». Voulais-tu dire {suggestions} ?",
	"problem.too_fast":
		"Tu as envoyé beaucoup de textes en une minute. Herald pourra dire le prochain à {time}.",
	"problem.over_budget":
		"{whose, select, member {Ton temps de parole pour aujourd'hui} guild {Le temps de parole de ce serveur pour aujourd'hui} other {Le temps de parole d'aujourd'hui de tous les membres hors des serveurs de Herald}} est épuisé. Tu peux continuer {when}.",
	"problem.over_day":
		"Ce texte dure plus longtemps que {seconds, plural, one {la seconde} other {les # secondes}} de parole {whose, select, member {qu'un membre a par jour} guild {que ce serveur a par jour} other {par jour que tous les membres ont ensemble hors des serveurs de Herald}}. Essaies-en un plus court.",
	"problem.guild_not_allowed": "Herald n'est pas activé pour ce serveur. Son opérateur peut l'activer.",
	"problem.server_only": "Cela ne marche que sur un serveur où se trouve Herald.",
	"problem.bot_missing":
		"Ce serveur a les commandes de Herald, mais pas Herald lui-même. Une personne qui gère le serveur peut [ajouter Herald](<{invite}>).",
	"problem.shutting_down": "Herald redémarre : réessaie dans une minute.",

	"problem.voice.member_not_in_channel": "Rejoins d'abord un salon vocal, ou choisis-en un.",
	"problem.voice.not_in_channel": "Herald n'est dans aucun salon vocal ici.",
	"problem.voice.skipped": "Ce texte a été passé avant de commencer.",
	"problem.voice.nothing_to_skip": "Il n'y a rien à passer.",
	"problem.voice.nothing_to_stop": "Il n'y a rien à arrêter.",
	"problem.voice.missing_view":
		"Herald ne voit pas {channel} : il lui faut la permission **Voir le salon** à cet endroit.",
	"problem.voice.missing_connect":
		"Herald ne peut pas rejoindre {channel} : il lui faut la permission **Se connecter** à cet endroit.",
	"problem.voice.missing_speak":
		"Personne n'entend Herald dans {channel} : il lui faut la permission **Parler** à cet endroit.",
	"problem.voice.channel_full":
		"{channel} est plein : quelqu'un doit partir, ou la limite d'utilisateurs doit être augmentée.",
	"problem.voice.channel_is_afk":
		"{channel} est le salon AFK, où personne ne peut se faire entendre. Choisis-en un autre.",
	"problem.voice.channel_gone": "Ce salon vocal n'existe plus.",
	"problem.voice.member_timed_out": "Tu es sous exclusion temporaire et pourras reparler {when}.",
	"problem.voice.member_muted":
		"La modération a coupé ton micro sur ce serveur. Tant que c'est le cas, Herald ne parle pas pour toi.",
	"problem.voice.member_may_not_speak":
		"Tu ne peux pas parler dans ce salon, donc Herald n'y parle pas pour toi.",
	"problem.voice.herald_timed_out":
		"Herald est exclu temporairement sur ce serveur et pourra reparler {when}.",
	"problem.voice.herald_muted":
		"Herald est muet sur ce serveur. Il reprendra dans {channel} quand la modération lui rendra la parole.",
	"problem.voice.herald_suppressed":
		"Herald est dans le public de {channel}. Il reprendra quand la modération en fera un intervenant ou lui donnera la permission **Rendre les membres muets**.",
	"problem.voice.asked_to_speak":
		"Herald a demandé la parole dans {channel}. Il reprendra quand la modération acceptera.",
	"problem.voice.cannot_connect":
		"Le serveur vocal de Discord pour {channel} n'a pas répondu. Réessaie dans une minute.",
	"problem.voice.connection_lost":
		"Herald a perdu la connexion à {channel} et n'a pas pu la rétablir. Utilise de nouveau `/rejoindre`.",
	"problem.voice.call_ended": "Discord a mis fin à l'appel dans {channel}. Utilise de nouveau `/rejoindre`.",
	"problem.voice.voice_rate_limited":
		"Discord a fermé la connexion de Herald à {channel} : il y en a eu trop en peu de temps. Attends quelques minutes, puis utilise de nouveau `/rejoindre`.",
	"problem.voice.removed": "Herald a été retiré de {channel}.",
	"problem.voice.others_listen":
		"D'autres personnes écoutent : {votes} votes sur {needed} pour passer. Les membres qui ont **Déplacer des membres** peuvent passer sans vote.",
	"problem.voice.others_decide":
		"D'autres personnes écoutent : seuls les membres qui ont **Déplacer des membres** ou **Gérer le serveur** peuvent donc faire cela. Avec `/passer`, plus de la moitié des personnes qui écoutent peuvent voter pour passer.",
	"problem.voice.busy_elsewhere":
		"Herald est avec d'autres personnes dans {channel}. Rejoins-les, ou demande à quelqu'un qui a **Déplacer des membres** de le faire venir.",
	"problem.voice.queue_full":
		"{limit, plural, one {# texte attend} other {# textes attendent}} déjà. Réessaie quand quelques-uns auront été lus.",
	"problem.voice.queue_too_long":
		"La file d'attente durerait plus de {limit} secondes. Réessaie un peu plus tard.",
	"problem.voice.too_many_of_yours":
		"{limit, plural, one {# de tes textes attend} other {# de tes textes attendent}} déjà. Attends que quelques-uns aient été dits.",
	"problem.voice.text_too_long":
		"Dans un salon vocal, un texte peut durer au plus {limit, plural, one {# seconde} other {# secondes}}. Publie-le plutôt en fichier.",

	"page.voice": "Voix",
	"page.reading": "Lecture",
	"page.messages": "Façon de lire",
	"page.who": "Qui",
	"page.limits": "Limites",
	"page.words": "Mots et dictionnaire",
	"page.presets": "Préréglages",
	"setting.voice": "Voix",
	"setting.style": "Style",
	"setting.speed": "Vitesse",
	"setting.language": "Langue",
	"setting.delivery": "Sortie",
	"setting.volumeDb": "Volume dans les salons vocaux",
	"setting.messageTags": "Balises dans les messages",
	"setting.voiceChat": "Lire le chat du salon vocal",
	"setting.readPrefix": "Lire seulement les messages avec ce préfixe",
	"setting.readPrefix.hint":
		"Avec « ; », Herald lit « ;bonjour » comme « bonjour », et rien sans lui. Les préréglages peuvent avoir leur propre préfixe.",
	"setting.names": "Dire qui a écrit",
	"setting.announce": "Annoncer",
	"setting.notes": "Afficher un avis dans les salons lus",
	"setting.notes.hint":
		"Un message qui dit ce qui est lu, avec **Mettre la lecture en pause** et **Ne pas me lire**. Les salons vocaux ont le leur tant que Herald y est.",
	"setting.autoJoin": "Rejoindre automatiquement",
	"setting.maxSeconds": "Durée maximale lue par message",
	"setting.dialogue": "Dialogues à plusieurs voix",
	"setting.holdMs": "Attendre avant de lire",
	"setting.speakerRole": "Qui peut utiliser Herald",
	"setting.speakerRole.default": "tout le monde",
	"setting.listenersOnly": "Ne lire que les membres du salon de Herald",
	"setting.secondsPerDay": "Temps de parole par jour",
	"setting.sharePercent": "Part de la lecture dans le temps de parole",
	"setting.textMax": "Texte le plus long",
	"setting.textSeconds": "Texte le plus long dans un salon vocal",
	"setting.aloneSeconds": "Quitter un salon vide après",
	"setting.idleSeconds": "Quitter un salon silencieux après",
	"setting.readRole": "Qui est lu",
	"setting.readRole.hint":
		"Seuls les membres avec ce rôle sont lus ; ceux qui gèrent le serveur le sont toujours. Les bots sont dans la liste ci-dessus.",
	"setting.readRole.default": "comme pour utiliser Herald",
	"setting.quietHours": "Heures calmes",
	"setting.quietHours.hint":
		"Rien n'est alors lu, annoncé ni dit dans les salons vocaux, et Herald ne rejoint aucun salon automatiquement.",
	"setting.quietHours.format": "De – à",
	"setting.timeZone": "Fuseau horaire",
	"setting.timeZone.hint": "Pour les heures calmes et les heures lues à voix haute.",
	"setting.timeZone.search": "Une ville ou un pays : Paris, New York, Inde",
	"panel.bad_hours": "Rien n'a été modifié : indique deux heures, par exemple 22:00–07:00.",
	"problem.quiet_hours":
		"Ce sont les heures calmes de ce serveur : Herald parlera de nouveau dans les salons vocaux {when}.",
	"skip.quiet_hours": "Ce sont les heures calmes de ce serveur.",
	"setting.firstRole": "Qui passe en premier",
	"setting.firstRole.hint":
		"Pour les membres qui ne peuvent pas parler : leurs textes et messages passent avant ceux qui attendent, un sur deux au plus, et n'interrompent personne.",
	"setting.firstRole.default": "personne",
	"setting.memberVoices": "Membres sans voix choisie",
	"setting.memberVoices.hint":
		"Avec une voix pour chacun, la même personne a toujours la même ; la voix ci-dessus sert alors à ce que dit Herald lui-même. Un préréglage au nom d'un bot ou d'un webhook est sa voix.",
	"memberVoices.one": "une voix pour tous",
	"memberVoices.each": "une voix pour chacun",
	"setting.emoji": "Émojis parmi les mots",
	"setting.emoji.hint": "Un texte composé uniquement d'émojis est toujours lu avec leurs noms.",
	"emoji.service": "au choix du service vocal",
	"emoji.names": "dire leur nom",
	"emoji.leave-out": "les ignorer",
	"setting.reading": "Lire mes messages à voix haute",
	"setting.reading.hint": "Là où la lecture est activée sur ce serveur.",
	"setting.spokenName": "Comment mon nom est dit",
	"me.title": "**Ta voix sur ce serveur**",
	"me.title.everywhere": "**Ta voix partout**",
	"me.reset": "Réinitialiser ma voix",
	"setting.voice.hint": "Pour les membres qui n'ont pas choisi de voix.",
	"setting.messageTags.hint":
		"Dans les messages lus, [rire], [chuchote] et [pause 2s] marchent comme avec /dire.",
	"setting.dialogue.hint":
		"Une ligne qui commence par le nom d'une voix (Kore : Salut !) est dite par cette voix.",
	"setting.holdMs.hint": "Laisse aux bots de modération le temps de supprimer un message.",
	"setting.speakerRole.hint": "Les membres qui gèrent le serveur peuvent toujours.",
	"setting.secondsPerDay.hint": "Pour tout le serveur, jusqu'à la limite de l'opérateur.",
	"setting.voice.search": "Un nom, ou le caractère de la voix",
	"setting.language.search": "Le nom d'une langue : français, Deutsch, de",
	"names.off": "jamais",
	"names.changed": "quand quelqu'un d'autre écrit",
	"names.always": "avant chaque message",
	"announce.off": "rien",
	"announce.joins": "qui arrive",
	"announce.both": "qui arrive et qui part",
	"autoJoin.off": "jamais",
	"autoJoin.on-message": "quand il y a un message à lire",
	"autoJoin.on-entry": "quand quelqu'un entre dans un salon vocal",
	"list.channels": "Salons lus",
	"list.channels.hint": "Les fils publics sont lus avec leur salon.",
	"list.ignores": "Non lus",
	"list.ignores.hint": "Les membres, rôles et débuts de messages que Herald ignore.",
	"list.sources": "Bots et webhooks lus",
	"list.sources.hint": "Les autres ne sont pas lus.",
	"list.words": "Mots bloqués",
	"list.words.hint": "Herald ne lit aucun texte qui contient l'un d'eux.",
	"list.dictionary": "Dictionnaire",
	"list.dictionary.hint": "Comment Herald prononce des mots quand il lit.",
	"list.presets": "Préréglages",
	"list.presets.hint":
		"Voix enregistrées pour tout le monde : choisis-en une comme voix, ou nomme-la dans un dialogue.",
	"list.none": "aucun",
	"list.count": "{count, plural, one {# entrée} many {# d'entrées} other {# entrées}}",
	"list.page": "Page {page, number} sur {count, number}",
	"list.add": "Ajouter…",
	"list.try": "Essayer…",
	"list.import": "Importer…",
	"list.export": "Exporter",
	"list.previous": "Précédent",
	"list.next": "Suivant",
	"list.remove": "Choisis ce qu'il faut retirer",
	"list.added": "Ajouté : {what}.",
	"list.removed": "Retiré : {what}.",
	"list.gone": "Ce n'est plus dans la liste.",
	"list.nothing_given": "Rien n'a été indiqué, rien n'a donc été modifié.",
	"list.full":
		"La liste peut contenir {max, plural, one {# entrée} many {# d'entrées} other {# entrées}} au plus. Rien n'a été modifié.",
	"list.file": "Fichier texte",
	"unit.seconds": "Secondes, ou 1:30",
	"unit.milliseconds": "Secondes",
	"unit.characters": "Caractères",
	"unit.decibels": "Décibels",
	"unit.percent": "Pourcentage",
	"unit.times": "Fois la vitesse normale",
	"limits.texts": "Textes par membre et par minute : {texts}. C'est l'opérateur de Herald qui le fixe.",
	"panel.setting": "**{name} :** {value}",
	"panel.saved": "Enregistré. {setting}",
	"panel.default": "Par défaut : {value}",
	"panel.on": "activé",
	"panel.off": "désactivé",
	"panel.turn_on": "Activer",
	"panel.turn_off": "Désactiver",
	"panel.change": "Modifier…",
	"panel.edit": "Modifier…",
	"panel.back": "Retour",
	"panel.percent": "{percent, number} %",
	"panel.bounds": "De {min, number} à {max, number}. Vide : par défaut, {fallback}.",
	"panel.empty_is_default": "Vide : par défaut, {fallback}.",
	"panel.out_of_bounds": "Rien n'a été modifié : il faut un nombre de {min, number} à {max, number}.",
	"panel.search": "Recherche",
	"panel.search_again": "Nouvelle recherche…",
	"panel.none_found": "Rien ne correspond. Essaie un autre nom.",
	"panel.reset_page": "Réinitialiser cette page",
	"panel.page_reset": "Les réglages de cette page ont repris leurs valeurs par défaut.",
	"panel.reset_all": "Tout réinitialiser",
	"panel.reset_all.ask":
		"Réinitialiser tous les réglages de ce serveur ? Les listes restent : salons, mots bloqués, dictionnaire, préréglages.",
	"panel.all_reset": "Tous les réglages ont repris leurs valeurs par défaut.",
	"stale.command": "Cette partie de Herald a changé. Utilise plutôt {command}.",
	"guide.reads": "**Lu à voix haute :** {channels}.",
	"guide.nothing":
		"Rien n'est encore lu : aucun salon n'est choisi, et le chat du salon vocal est désactivé.",
	"guide.join": "Rejoindre maintenant",
	"guide.choose": "Choisir des salons…",
	"read-channels.spoken_in": "Seulement dans ce salon vocal",
	"read-channels.anywhere": "Vide : là où se trouve Herald.",
	"ignore.who": "Membres ou rôles",
	"ignore.prefix": "Messages qui commencent par",
	"ignore.everyone":
		"Plus aucun message ne serait lu. Pour ne rien lire, désactive le chat du salon vocal et retire les salons.",
	"sources.bots": "Bots",
	"sources.webhook": "Adresse ou ID d'un webhook",
	"words.too_long":
		"Un mot peut avoir {max, plural, one {# caractère} many {# de caractères} other {# caractères}} au plus. Rien n'a été modifié.",
	"dictionary.word": "Mot ou expression",
	"dictionary.say": "Se prononce",
	"dictionary.silent": "Vide : le mot est omis.",
	"dictionary.try": "Une phrase à essayer",
	"preset.name": "Nom",
	"preset.speed": "De {min, number} à {max, number} ; 1 est le rythme naturel de la voix",
	"preset.prefix": "Préfixe",
	"preset.prefix.hint": "Les messages qui commencent ainsi sont lus avec cette voix. Vide : aucun.",
	"preset.choose_prefix": "Choisis un préréglage pour lui donner un préfixe",
	"who.take_name":
		"**Retirer un nom prononcé :** choisis le membre dont le nom choisi ne doit plus être dit.",
	"sources.webhook.hint": "L'ID d'un webhook, tiré de son adresse ou d'un de ses messages",
	"words.separated": "Des mots ou expressions, séparés par des virgules",
	"words.file": "Un fichier texte avec un mot ou une expression par ligne",
	"dictionary.file": "Un fichier texte : sur chaque ligne un mot, une tabulation et sa prononciation",
	"list.bad_file": "Herald ne peut pas lire ce fichier. Il faut du texte UTF-8 de 64 Kio au plus.",
	"words.imported":
		"La liste contient maintenant {total, plural, =0 {aucun mot} one {le mot} other {les # mots}} du fichier.",
};
