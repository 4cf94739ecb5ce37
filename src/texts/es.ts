import type { Language } from "./en.ts";

export const locales: Language["locales"] = ["es-ES", "es-419"];

export const commands: Language["commands"] = {
	say: ["decir", "Convertir un texto en voz"],
	"say.text": [
		"texto",
		"Lo que hay que decir; varias voces si las líneas empiezan por un nombre: Kore: ¡Hola! Puck: ¡Ey!",
	],
	"say.file": ["archivo", "En su lugar, un archivo de texto: .txt, .md, .srt o .vtt"],
	"sound.voice": ["voz", "Quién habla: un nombre, o cómo suena la voz"],
	"sound.style": ["estilo", "Cómo decirlo, por ejemplo: en susurros, con tono divertido"],
	"sound.speed": ["velocidad", "A qué velocidad, de 0,5 a 2: 1 es el ritmo propio de la voz"],
	"sound.language": ["idioma", "El idioma, si no se reconoce solo por el texto"],
	"sound.as": ["salida", "En qué forma o en qué lugar se escucha"],
	Speak: [
		"Leer en voz alta",
		"Leer un mensaje en voz alta: clic derecho o mantener pulsado, y luego Aplicaciones",
	],
	"Read or not?": [
		"¿Se lee o no?",
		"Ver si un mensaje se lee en voz alta, y por qué: clic derecho o mantener pulsado, y Aplicaciones",
	],
	voice: ["voz", "Cómo suenas en este servidor"],
	"voice.me": ["elegir", "Elegir cómo suenas aquí, y si se pueden leer tus mensajes"],
	"sound.delivery": ["salida", "En qué forma o en qué lugar se escucha"],
	"voice.me.reading": ["lectura", "Si tus mensajes se pueden leer en voz alta en este servidor"],
	"voice.me.name": ["nombre", "Cómo se pronuncia tu nombre cuando se leen tus mensajes"],
	"voice.me.reset": ["restablecer", "Restablecer primero lo que has elegido"],
	"voice.show": ["mostrar", "Mostrar cómo suenas aquí, y por qué"],
	"voice.try": ["probar", "Probar una voz, un estilo, un idioma o una velocidad; solo tú lo oyes"],
	"voice.try.text": ["texto", "Lo que hay que decir; sin texto, la voz se presenta"],
	"voice.list": ["lista", "Todas las voces, con muestras"],
	"voice.preset": ["preajuste", "Poner nombre a formas de sonar, para ti: como voz y en diálogos"],
	"preset.name": ["nombre", "Cómo se llama"],
	join: ["unirse", "Traer a Herald a tu canal de voz"],
	"join.channel": ["canal", "Un canal de voz distinto del tuyo"],
	leave: ["salir", "Hacer que Herald salga del canal de voz"],
	skip: ["saltar", "Saltar lo que dice Herald, o todos tus textos"],
	"skip.all": ["todo", "Saltar todos tus textos, también los que esperan"],
	stop: ["detener", "Dejar de hablar y vaciar la cola"],
	queue: ["cola", "Mostrar lo que dice Herald y lo que espera"],
	server: ["servidor", "Cómo habla Herald en este servidor"],
	"server.show": ["mostrar", "Mostrar los ajustes de este servidor"],
	"server.voice": ["voz", "Cómo suena Herald aquí para quienes no han elegido nada"],
	"server.reset": ["restablecer", "Volver primero a los ajustes del operador"],
	"server.limits": ["límites", "Cuánto habla Herald aquí, y para quién"],
	"server.limits.seconds": [
		"segundos",
		"Segundos de voz al día para todo el servidor, hasta el límite del operador",
	],
	"server.limits.text": ["texto", "El texto más largo, en caracteres"],
	"server.limits.speakers": ["rol", "El rol que puede usar Herald; @everyone para todos"],
	"server.voice-channel": [
		"canal-de-voz",
		"Cuándo sale Herald de un canal de voz, cuánto pueden durar allí los textos y a qué volumen",
	],
	"server.voice-channel.alone": ["vacío", "Segundos hasta que sale de un canal vacío"],
	"server.voice-channel.idle": ["silencio", "Segundos hasta que sale de un canal donde no se dice nada"],
	"server.voice-channel.text": ["texto", "El texto más largo en un canal, en segundos"],
	"server.voice-channel.volume": ["volumen", "Cuánto más alto suena Herald, en decibelios, de -12 a 6"],
	"server.action": ["acción", "Qué hacer con la lista"],
	"server.presets": ["preajustes", "Poner nombre a formas de sonar, para todos aquí: como voz y en diálogos"],
	"server.words": ["palabras", "Palabras que Herald no dice aquí"],
	"server.words.words": ["palabras", "Palabras o expresiones, separadas por comas"],
	"server.words.file": ["archivo", "Un archivo de texto con una palabra o expresión por línea"],
	"server.reading": ["lectura", "Lo que Herald lee en voz alta aquí, y cómo"],
	"server.reading.voice-chat": ["chat-de-voz", "Si lee el chat del canal de voz en el que está"],
	"server.reading.names": ["nombres", "Cuándo dice quién ha escrito"],
	"server.reading.listeners-only": [
		"solo-oyentes",
		"Si lee solo a los miembros que están en su canal de voz",
	],
	"server.reading.max-seconds": ["segundos-máx", "Cuánto lee como máximo de un mensaje, en segundos"],
	"server.reading.dialogue": [
		"diálogos",
		"Si las líneas que empiezan por el nombre de una voz (Kore: ¡Hola!) las dice esa voz",
	],
	"server.reading.announce": ["avisos", "Si dice quién entra en su canal de voz, y quién sale"],
	"server.reading.auto-join": ["entrada-automática", "Si entra por sí solo en un canal de voz"],
	"server.reading.share": ["parte", "La parte del tiempo de voz diario para la lectura, en porcentaje"],
	"server.reading.hold": [
		"espera",
		"Segundos de espera, para que los bots de moderación puedan borrar antes un mensaje",
	],
	"server.reading.reset-name": ["restablecer-nombre", "Un miembro cuyo nombre elegido ya no se pronuncia"],
	"server.read-channels": ["canales-leídos", "Los canales de texto que Herald lee en voz alta"],
	"server.read-channels.channel": ["canal", "Un canal de texto, junto con sus hilos públicos"],
	"server.read-channels.spoken-in": [
		"leído-en",
		"El único canal de voz en el que se lee; si no, donde esté Herald",
	],
	"server.ignore": ["ignorar", "Lo que Herald no lee en voz alta aquí"],
	"server.ignore.who": ["quién", "Un miembro o un rol"],
	"server.ignore.prefix": ["prefijo", "Cómo empiezan los mensajes que no se leen; // si no eliges ninguno"],
	"server.read-bots": ["bots-leídos", "Los bots y webhooks que Herald lee; no lee ningún otro"],
	"server.read-bots.who": ["quién", "Un bot"],
	"server.read-bots.webhook-id": [
		"id-de-webhook",
		"El ID de un webhook, de su dirección o de uno de sus mensajes",
	],
	"server.dictionary": ["diccionario", "Cómo pronuncia Herald las palabras que lee"],
	"server.dictionary.word": ["palabra", "La palabra o expresión; para probar, una frase entera"],
	"server.dictionary.say": ["pronunciación", "Cómo se dice; - para omitirla"],
	"server.dictionary.file": [
		"archivo",
		"Un archivo de texto: en cada línea una palabra, un tabulador y cómo se dice",
	],
	redeem: ["canjear", "Canjear un código para la cuenta que paga la voz de este bot, no para ti"],
	"redeem.code": ["código", "El código; nadie más puede verlo"],
	credit: ["crédito", "Lo que cuesta aquí la voz, y quién ha canjeado códigos"],
	"credit.show": ["mostrar", "Mostrar el saldo, si se conoce, y el uso de este servidor en este mes"],
	"credit.history": ["historial", "Quién ha canjeado un código, cuándo y por cuánto"],
	help: ["ayuda", "Mostrar lo que Herald sabe hacer y lo que puedes usar aquí"],
	"help.command": ["comando", "Mostrar más sobre un comando"],
	"forget-me": ["olvídame", "Borrar lo que Herald guarda sobre ti en este servidor"],
};

export const choices: Language["choices"] = {
	"delivery.auto": "automática",
	"delivery.channel": "canal de voz",
	"delivery.file": "archivo",
	"delivery.voice-message": "mensaje de voz",
	"voice.me.reading.on": "sí",
	"voice.me.reading.off": "no, nunca",
	"action.add": "añadir",
	"action.remove": "quitar",
	"action.list": "mostrar",
	"action.try": "probar",
	"action.import": "importar un archivo",
	"action.export": "exportar como archivo",
	"server.reading.names.off": "nunca",
	"server.reading.names.changed": "cuando escribe otra persona",
	"server.reading.names.always": "antes de cada mensaje",
	"server.reading.announce.off": "no",
	"server.reading.announce.joins": "quién entra",
	"server.reading.announce.both": "quién entra y quién sale",
	"server.reading.auto-join.off": "no",
	"server.reading.auto-join.on-message": "cuando hay un mensaje que leer",
	"server.reading.auto-join.on-entry": "cuando alguien entra en un canal de voz",
};

export const sentences: Language["sentences"] = {
	"list.separator": ", ",
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.asked_by": "-# Para {who}",
	"say.one_of": "Dale a Herald algo que decir: o `texto` o `archivo`, no ambos.",
	"book.offer": "Leer esto lleva {minutes, plural, one {un minuto} other {unos # minutos}}.",
	"book.offer.share":
		"Leer esto lleva {minutes, plural, one {un minuto} other {unos # minutos}}: el {percent, number} % del tiempo de voz que este servidor tiene al día.",
	"book.over.member":
		"Hoy te {left, plural, one {queda # minuto} other {quedan # minutos}} de {limit, plural, one {# minuto} other {# minutos}}. El operador puede darte más (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"A este servidor {left, plural, one {le queda hoy # minuto} other {le quedan hoy # minutos}} de {limit, plural, one {# minuto} other {# minutos}}. Quienes lo gestionan pueden darle más con `/servidor límites`, hasta lo que permite el operador (`GUILD_SECONDS_PER_DAY`).",
	"book.fits":
		"Hoy {minutes, plural, one {se puede leer el primer minuto} other {se pueden leer los primeros # minutos}}.",
	"book.fits.nothing": "Hoy queda demasiado poco para empezar.",
	"book.button.all": "Leer",
	"book.button.fitting": "Leer lo que se pueda",
	"book.button.rest": "Leer el resto",
	"book.button.no": "No leer",
	"book.button.cancel": "Cancelar",
	"book.declined": "Este texto no se leerá.",
	"book.under_way": "**{voice}** · leído el {percent, number} %\n> {text}",
	"book.done": "**{voice}** · {length} en {parts, plural, one {# archivo} other {# archivos}}\n> {text}",
	"book.rest":
		"-# Se ha leído el {percent, number} % del texto. El resto se puede leer más tarde; se borrará {when}.",
	"book.cancelled": "**{voice}** · cancelado al {percent, number} %\n> {text}",
	"book.expired": "**{voice}** · sin terminar en un día, parado al {percent, number} %\n> {text}",
	"book.failed": "**{voice}** · parado al {percent, number} %\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {Un pasaje no se pudo leer y falta.} other {# pasajes no se pudieron leer y faltan.}}",
	"book.part": "**{voice}** · parte {part, number} · {length} · para {who}\n> {text}",
	"book.cancelled.told": "Cancelado. Lo ya publicado se conserva.",
	"book.offer.channel": "Herald lo lee en {channel}, y dice otros textos entre dos párrafos.",
	"book.button.pause": "Pausar",
	"book.button.resume": "Seguir",
	"book.button.back": "Párrafo anterior",
	"book.button.end": "Terminar",
	"book.reading": "**{voice}** lee en {channel} · {percent, number} %\n> {text}",
	"book.paused": "**{voice}** en {channel} · en pausa al {percent, number} %\n> {text}",
	"book.paused.hint": "-# Pasada media hora, o cuando Herald se vaya, ya no puede seguir.",
	"book.read": "**{voice}** en {channel} · leído hasta el final\n> {text}",
	"book.pause_over": "La pausa duró media hora.",
	"say.progress": "Hablando… {done} de {total}",

	"say.without_style": "-# El servicio de voz no admite estilos, así que el texto se ha dicho sin ninguno.",
	"say.without_style.own": "-# La voz propia de este bot no tiene estilos, así que el estilo no se oye.",
	"say.words_left_out":
		"-# Un texto entero se dice en un solo idioma, así que pueden faltar palabras escritas en otro alfabeto.",
	"say.voice_message_refused":
		"Discord ha rechazado aquí el mensaje de voz, así que se ha enviado como archivo.",
	"lost.own": "-# Tu voz {voice} ya no está disponible: elige otra con `/voz elegir`.",
	"lost.preset.own":
		"-# El preajuste {preset} ya no existe, así que ahora suenas como {voice}: elige otro con `/voz elegir`.",
	"lost.preset.server":
		"-# El preajuste {preset} de este servidor ya no existe, así que ahora habla {voice}: elige otro con `/servidor voz`.",
	"lost.server": "-# La voz {voice} de este servidor ya no está disponible: elige otra con `/servidor voz`.",

	"button.another_voice": "Con otra voz",
	"button.as_voice_message": "Como mensaje de voz",
	"button.as_file": "Como archivo",
	"button.choose_voice": "¿Con qué voz?",
	"button.use_voice": "Usar esta voz",
	"button.over": "Este botón solo funciona durante 14 minutos: usa el comando otra vez.",
	"button.not_yours": "Solo quien ha usado el comando puede usar sus botones.",
	"voices.female": "Voces femeninas",
	"voices.male": "Voces masculinas",
	"voices.other": "Otras voces",
	"voice.sex.female": "femenina",
	"voice.sex.male": "masculina",
	"voice.character.breathy": "susurrante",
	"voice.character.breezy": "ligera",
	"voice.character.bright": "brillante",
	"voice.character.casual": "informal",
	"voice.character.clear": "clara",
	"voice.character.easy-going": "relajada",
	"voice.character.even": "equilibrada",
	"voice.character.excitable": "entusiasta",
	"voice.character.firm": "firme",
	"voice.character.forward": "directa",
	"voice.character.friendly": "amistosa",
	"voice.character.gentle": "tierna",
	"voice.character.gravelly": "ronca",
	"voice.character.informative": "informativa",
	"voice.character.knowledgeable": "experta",
	"voice.character.lively": "vivaz",
	"voice.character.mature": "madura",
	"voice.character.smooth": "aterciopelada",
	"voice.character.soft": "suave",
	"voice.character.upbeat": "animada",
	"voice.character.warm": "cálida",
	"voice.character.youthful": "juvenil",

	"style.cheerful": "con alegría y viveza",
	"style.calm": "con calma y despacio, como un cuento para dormir",
	"style.whispering": "en susurros, como un secreto",
	"style.solemn": "con tono solemne, como en las noticias",
	"style.excited": "con emoción, como un comentarista deportivo",

	"from.option": "del comando",
	"from.own": "elegido por ti",
	"from.server": "elegido por este servidor",
	"from.default": "predeterminado",
	"delivery.auto": "automática",
	"delivery.file": "archivo",
	"delivery.voice-message": "mensaje de voz",
	"delivery.channel": "canal de voz",
	none: "ninguno",

	"voice.show":
		"**Voz** {voice} ({voiceFrom})\n**Estilo** {style} ({styleFrom})\n**Velocidad** {speed, number}× ({speedFrom})\n**Salida** {delivery} ({deliveryFrom})\n**Idioma** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, salvo que un texto esté claramente en otro idioma",
	"language.by_service": "el de cada texto",
	"voice.read": "**Lectura** sí, donde la lectura esté activada en este servidor",
	"voice.not_read": "**Lectura** nunca: tus mensajes no se leen en este servidor",
	"voice.name": "**Nombre hablado** {name}",
	"voice.presets": "**Tus preajustes** {names}",
	"voice.changed": "Lo que has elegido para este servidor se ha guardado:",
	"voice.reset": "Lo que habías elegido para este servidor se ha restablecido. Ahora suenas así:",
	"voice.nothing":
		"Indica qué quieres cambiar: `voz`, `estilo`, `velocidad`, `salida`, `idioma`, `lectura` o `nombre`. Con `restablecer` vuelves a lo elegido por el servidor.",
	"voice.list":
		"Todas las voces y cómo suenan. Elige una para escucharla, o pruébala con una frase tuya (`/voz probar`); las muestras cuentan para tu tiempo de voz.\n{voices}",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**Voz** {voice}\n**Estilo** {style}\n**Velocidad** {speed}\n**Salida** {delivery}\n**Idioma** {language}\n**Tiempo de voz al día** {seconds}\n**Textos por miembro y minuto** {texts}\n**Texto más largo** {text}\n**Quién puede usar Herald** {speakers}\n**Palabras bloqueadas** {words}",
	"server.presets": "**Preajustes** {count, number}",
	"preset.needed": "Indica cómo se llama en `nombre` y quién habla en `voz`.",
	"preset.need_name": "Indica cuál en `nombre`.",
	"preset.bad_name":
		"Un nombre tiene entre dos y {max, number} letras, cifras, espacios, guiones y apóstrofos, y empieza por una letra. En chino, japonés y coreano basta un solo carácter.",
	"preset.is_voice": "{name} ya es una voz: elige otro nombre.",
	"preset.is_label": "«{name}:» también aparece en textos corrientes: elige otro nombre.",
	"preset.full": "Puede haber {max, number} como máximo: quita uno antes.",
	"preset.added": "{preset}\nElígelo como `voz`, o escribe «{name}: …» en un texto.",
	"preset.removed": "{what} se ha quitado.",
	"preset.of_server": "el preajuste {preset} de este servidor",
	"preset.none.server": "Este servidor no tiene preajustes.",
	"preset.none.own": "Aquí no tienes preajustes.",
	"preset.list.server": "Los preajustes de este servidor:",
	"preset.list.own": "Tus preajustes aquí:",
	"server.changed": "Los ajustes de este servidor son ahora:",
	"server.nothing": "Indica qué quieres cambiar. Con `restablecer` vuelves a los ajustes del operador.",
	"server.not_manager": "Solo los miembros que pueden gestionar este servidor pueden hacer eso.",
	"server.seconds_too_many":
		"El operador permite como máximo {max, plural, one {# segundo} other {# segundos}} al día: elige un número menor.",
	"server.default": "{value} (predeterminado)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# segundo} other {# segundos}}",
	"server.unlimited": "sin límite",
	"server.characters": "{max, plural, one {# carácter} other {# caracteres}}",
	"server.everyone": "todos",
	"server.words.added":
		"{count, plural, one {# palabra añadida} other {# palabras añadidas}}. La lista tiene ahora {total, number}.",
	"server.words.removed":
		"{count, plural, one {# palabra quitada} other {# palabras quitadas}}. La lista tiene ahora {total, number}.",
	"server.words.imported":
		"La lista tiene ahora {total, plural, one {la única palabra} other {las # palabras}} del archivo.",
	"server.words.exported":
		"La lista: {total, plural, one {# palabra o expresión} other {# palabras y expresiones}}, una por línea.",
	"server.words.empty": "La lista está vacía: no hay ninguna palabra bloqueada.",
	"server.words.need_words": "Escribe las palabras en `palabras`, separadas por comas.",
	"server.words.need_file":
		"Adjunta un archivo de texto en `archivo`, con una palabra o expresión por línea.",
	"server.words.bad_file":
		"Herald no puede leer ese archivo. Tiene que ser texto UTF-8 de 64 KiB como máximo, con una palabra o expresión por línea.",
	"server.words.too_many":
		"En la lista caben como máximo {max, number} palabras de hasta {length, number} caracteres cada una. No se ha cambiado nada.",

	"list.more": "… y {count} más",
	"list.missing": "No está en la lista: {what}. No se ha cambiado nada.",

	"reading.show":
		"**Lee en voz alta** {channels}\n**Lee mensajes de** {whose}\n**Dice quién ha escrito** {names}\n**Mensaje más largo** {max}{dialogue}\n**Espera antes de leer** {hold}\n**Parte del tiempo de voz para la lectura** {share}\n**Avisos** {announce}\n**Entra por sí solo** {autoJoin}\n**No lee** {ignored}\n**Lee bots y webhooks** {sources}\n**Diccionario** {entries}",
	"reading.no_dialogue": "**Diálogos** con una sola voz",
	"reading.off": "**Lee en voz alta** nada. Se activa con `/servidor lectura` y `/servidor canales-leídos`.",
	"reading.nothing": "nada todavía: activa `chat-de-voz`, o añade un canal con `/servidor canales-leídos`",
	"reading.voice_chat": "el chat del canal de voz en el que está",
	"reading.channel.bound": "{channel} (solo en {voice})",
	"reading.there": "Los mensajes de {channels} se leen en voz alta.",
	"reading.there.listeners":
		"Lo que los miembros de este canal de voz escriben en {channels} se lee en voz alta.",
	"reading.there.mentions": "Solo se pueden leer mensajes que mencionan a Herald.",
	"reading.access.off":
		"El operador ha desactivado la lectura (`READ_MESSAGES`): no se lee ningún mensaje en voz alta.",
	"reading.access.setting":
		"El operador ha limitado la lectura (`READ_MESSAGES`): solo se leen en voz alta los mensajes que mencionan a Herald.",
	"reading.access.not_granted":
		"Solo se pueden leer en voz alta los mensajes que mencionan a Herald, porque Discord no le muestra los demás. Para cambiarlo, el operador activa el Message Content Intent en el portal de desarrolladores de Discord, en **Bot**, y reinicia Herald.",
	"reading.access.withdrawn":
		"Solo se pueden leer en voz alta los mensajes que mencionan a Herald: Discord ya no le muestra los demás. Para cambiarlo, el operador vuelve a activar el Message Content Intent en el portal de desarrolladores de Discord, en **Bot**, y reinicia Herald.",
	"reading.listeners": "los miembros de su canal de voz",
	"reading.everyone": "todos",
	"reading.names.off": "nunca",
	"reading.names.changed": "cuando escribe otra persona",
	"reading.names.always": "antes de cada mensaje",
	"reading.no_hold": "nada",
	"reading.share": "{percent} %",
	"reading.announce.off": "ninguno",
	"reading.announce.joins": "quién entra",
	"reading.announce.both": "quién entra y quién sale",
	"reading.auto_join.off": "nunca",
	"reading.auto_join.on-message": "cuando hay un mensaje que leer",
	"reading.auto_join.on-entry": "cuando alguien entra en un canal de voz",
	"reading.prefix": "mensajes que empiezan por «{prefix}»",
	"reading.members": "{count, plural, one {# miembro} other {# miembros}}",
	"reading.roles": "{count, plural, one {# rol} other {# roles}}",
	"reading.webhook": "el webhook {id}",
	"reading.no_sources": "ninguno",
	"reading.entries": "{count, plural, one {# palabra} other {# palabras}}",
	"reading.name_reset": "Herald ya no dice el nombre elegido por {who}.",
	"reading.no_name": "{who} no ha elegido ningún nombre.",
	"read-channels.needed": "Elige el canal de texto en `canal`.",
	"read-channels.private_thread": "Los hilos privados nunca se leen en voz alta.",
	"read-channels.thread": "Los hilos públicos se leen junto con su canal: elige {channel}.",
	"read-channels.parent": "ese canal",
	"read-channels.added": "A partir de ahora, Herald lee en voz alta: {what}.",
	"read-channels.removed": "Ya no se lee en voz alta: {what}.",
	"read-channels.full":
		"Como máximo {max, plural, one {se puede leer # canal} other {se pueden leer # canales}} en voz alta. Quita uno primero.",
	"read-channels.none": "No hay ningún canal en la lista.",
	"read-channels.list": "Herald lee estos canales en voz alta:",
	"read-channels.deleted":
		"{count, plural, one {Se ha borrado un canal de este servidor y ya no está} other {Se han borrado # canales de este servidor y ya no están}} en la lista.",
	"read-channels.guard":
		"-# Un mensaje solo se lee mientras todas las personas que escuchan pueden ver su canal.",
	"ignore.needed": "Elige un miembro o un rol en `quién`, o indica en `prefijo` cómo empiezan los mensajes.",
	"ignore.everyone":
		"Así no quedaría nadie a quien leer. Para no leer nada, desactiva `chat-de-voz` en `/servidor lectura` y quita los canales de `/servidor canales-leídos`.",
	"ignore.default_prefix":
		"«{prefix}» es el prefijo predeterminado mientras no haya otro. Para sustituirlo, añade el prefijo que quieras.",
	"ignore.replaced":
		"-# «{prefix}» era solo el prefijo predeterminado. Añádelo también si quieres que siga valiendo.",
	"ignore.added": "Ya no se lee en voz alta: {what}.",
	"ignore.removed": "Ya no se ignora: {what}.",
	"ignore.full":
		"En la lista {max, plural, one {cabe como máximo # entrada} other {caben como máximo # entradas}}. Quita una primero.",
	"ignore.none": "La lista está vacía.",
	"ignore.list": "Herald no lee esto en voz alta:",
	"read-bots.needed": "Elige un bot en `quién`, o indica el ID de un webhook en `id-de-webhook`.",
	"read-bots.no_bot": "{who} no es un bot. Los miembros se leen sin estar en la lista.",
	"read-bots.herald": "Herald no lee sus propios mensajes.",
	"read-bots.no_webhook":
		"Eso no es el ID de un webhook: tiene de 17 a 20 cifras. Está en la dirección del webhook, después de webhooks/.",
	"read-bots.added": "A partir de ahora, Herald también lee: {what}.",
	"read-bots.removed": "Ya no se lee en voz alta: {what}.",
	"read-bots.full":
		"En la lista {max, plural, one {cabe como máximo # entrada} other {caben como máximo # entradas}}. Quita una primero.",
	"read-bots.none": "No hay ningún bot ni webhook en la lista, así que no se lee ninguno.",
	"read-bots.list": "Herald lee estos bots y webhooks:",

	"dictionary.need_word": "Escribe la palabra en `palabra`.",
	"dictionary.need_say": "Indica en `pronunciación` cómo se dice la palabra, o pon un guion para omitirla.",
	"dictionary.no_word":
		"Esa palabra no se puede encontrar en un texto: necesita una letra, una cifra o un signo.",
	"dictionary.too_long":
		"Una palabra y su pronunciación pueden tener cada una como máximo {max, plural, one {# carácter} other {# caracteres}}.",
	"dictionary.blocked": "Este servidor bloquea una palabra de ahí, así que no se puede decir.",
	"dictionary.added": "«{word}» se dice ahora «{say}».",
	"dictionary.silent": "«{word}» ahora se omite.",
	"dictionary.removed": "«{word}» se dice ahora como se escribe.",
	"dictionary.full":
		"En el diccionario {max, plural, one {cabe como máximo # palabra} other {caben como máximo # palabras}}. No se ha cambiado nada.",
	"dictionary.none": "El diccionario está vacío.",
	"dictionary.list": "Cómo pronuncia Herald las palabras aquí:",
	"dictionary.entry": "{word} → {say}",
	"dictionary.nothing": "nada",
	"dictionary.tried": "Herald diría:\n> {text}",
	"dictionary.exported":
		"El diccionario: {total, plural, one {# palabra} other {# palabras}}, cada una con un tabulador y cómo se dice.",
	"dictionary.need_file":
		"Adjunta un archivo de texto en `archivo`: en cada línea una palabra, un tabulador y cómo se dice.",
	"dictionary.bad_file": "Herald no puede leer ese archivo. Tiene que ser texto UTF-8 de 64 KiB como máximo.",
	"dictionary.imported":
		"El diccionario tiene ahora {total, plural, one {la única palabra} other {las # palabras}} del archivo, y nada más.",
	"dictionary.not_imported": "Ninguna línea del archivo se puede usar. No se ha cambiado nada.",
	"dictionary.refused": "{count, plural, one {Se ha omitido una línea} other {Se han omitido # líneas}}:",
	"dictionary.refused.line": "Línea {line}: {why}",
	"dictionary.refused.no_tab": "falta el tabulador entre la palabra y cómo se dice",
	"dictionary.refused.no_word": "falta la palabra antes del tabulador",
	"dictionary.refused.too_long": "demasiado larga",
	"dictionary.refused.duplicate": "la palabra ya está en una línea anterior",
	"dictionary.refused.too_many": "el diccionario está lleno",
	"dictionary.refused.blocked": "una palabra que este servidor bloquea",

	"speak.pictures": "{count, plural, one {con una imagen} other {con # imágenes}}",
	"speak.videos": "{count, plural, one {con un video} other {con # videos}}",
	"speak.sounds": "{count, plural, one {con un sonido} other {con # sonidos}}",
	"speak.files": "{count, plural, one {con un archivo} other {con # archivos}}",
	"speak.embed": "con un contenido incrustado",
	"speak.sticker": "con el sticker {name}",
	"speak.forward": "Reenviado",
	"speak.reply": "En respuesta",
	"speak.reply.to": "En respuesta a {who}",
	"speak.poll": "Una encuesta: {poll}",

	"reading.notice":
		"-# {readThere} Un servicio de voz convierte el texto en sonido. Si no quieres que se lean tus mensajes, desactiva `lectura` en `/voz elegir`.",
	"reading.notice.joined_for": "Herald ha venido por {who}.",
	"reading.declined":
		"Tus mensajes ya no se leen en voz alta en este servidor. Para que se vuelvan a leer, activa `lectura` en `/voz elegir`.",
	"reading.notice.paused": "-# {who} ha pausado aquí la lectura.",
	"reading.limited":
		"-# El servicio de voz acepta pocas solicitudes en este momento, así que los mensajes se leen un poco más tarde, varios a la vez.",
	"reading.interrupted":
		"-# Herald se está reiniciando: {count, plural, one {# mensaje no se ha leído} other {# mensajes no se han leído}} hasta el final.",
	"reading.cut_off": "-# Herald se ha reiniciado antes de leer todos los mensajes de aquí.",
	"reading.share_used":
		"-# El tiempo de lectura de hoy de este servidor se ha agotado. La lectura sigue {when}.",
	"reading.failed": "Ese mensaje no se ha podido leer.",
	"reading.left_out": "{count, plural, one {Se ha omitido # mensaje} other {Se han omitido # mensajes}}.",
	"reading.joined": "{who} {count, plural, one {ha entrado.} other {han entrado.}}",
	"reading.left": "{who} {count, plural, one {ha salido.} other {han salido.}}",
	"reading.someone": "alguien",
	"reading.people": "{count, plural, one {# persona} other {# personas}}",
	"reading.others": "{count, plural, one {# persona más} other {# más}}",
	"button.pause_reading": "Pausar la lectura",
	"button.resume_reading": "Seguir leyendo",
	"button.dont_read_me": "No leer mis mensajes",
	"read.reply": "{who} a {whom}",
	"read.forward": "{who} reenvía",
	"read.pictures": "{count, plural, one {una imagen} other {# imágenes}}",
	"read.videos": "{count, plural, one {un video} other {# videos}}",
	"read.sounds": "{count, plural, one {un sonido} other {# sonidos}}",
	"read.files": "{count, plural, one {un archivo} other {# archivos}}",
	"read.voice": "un mensaje de voz de {seconds, plural, one {# segundo} other {# segundos}}",
	"read.sticker": "un sticker: {name}",
	"read.embed": "un contenido incrustado",
	"read.poll": "una encuesta: {question}",
	"read.answers": "{count, plural, one {# respuesta} other {# respuestas}}",
	"read.more": "y más",

	"verdict.read": "**Se lee en voz alta** en {channel}.",
	"verdict.skipped": "**No se lee en voz alta.** {why}",
	"verdict.words": "Lo que se dice: {words}",
	"verdict.cost": "-# Aproximadamente {seconds, plural, one {# segundo} other {# segundos}} de voz.",
	"verdict.cost.left":
		"-# Aproximadamente {seconds, plural, one {# segundo} other {# segundos}} de voz. Hoy {left, plural, one {queda # segundo} other {quedan # segundos}} para leer los mensajes de esta persona.",
	"skip.reading_off": "El operador de Herald ha desactivado la lectura.",
	"skip.not_in_voice": "Herald no está en ningún canal de voz ahora mismo.",
	"skip.paused": "La lectura está en pausa ahora mismo.",
	"skip.private_thread": "Los hilos privados nunca se leen.",
	"skip.channel_not_read":
		"Herald no lee este canal. Los miembros que pueden gestionar este servidor pueden cambiarlo con `/servidor lectura` y `/servidor canales-leídos`.",
	"skip.spoken_elsewhere": "Este canal se lee en un canal de voz distinto de aquel en el que está Herald.",
	"skip.own_message": "Herald no lee sus propios mensajes.",
	"skip.bot_not_read":
		"Los mensajes de un bot solo se leen si alguien que puede gestionar este servidor lo añade con `/servidor bots-leídos`.",
	"skip.webhook_not_read":
		"Los mensajes de un webhook solo se leen si alguien que puede gestionar este servidor lo añade con `/servidor bots-leídos`.",
	"skip.not_ordinary":
		"Herald solo lee lo que escriben los miembros, no los avisos de Discord ni las respuestas a comandos.",
	"skip.mentions_only": "Discord solo muestra a Herald los mensajes que lo mencionan, y este no lo hace.",
	"skip.silent": "Se envió en silencio.",
	"skip.opted_out": "Quien lo escribió no quiere que se lean sus mensajes.",
	"skip.forwarded_opted_out": "Quien escribió el mensaje reenviado no quiere que se lean sus mensajes.",
	"skip.forward_unknown": "Herald no puede ver el mensaje reenviado, así que no sabe si puede leerlo.",
	"skip.ignored_member": "Los mensajes de esta persona no se leen en este servidor.",
	"skip.ignored_role": "Quien lo escribió tiene un rol cuyos mensajes no se leen en este servidor.",
	"skip.ignored_prefix": "Empieza por un prefijo ignorado en este servidor.",
	"skip.role_required": "En este servidor solo se lee a los miembros que tienen {role}.",
	"skip.not_listening":
		"Solo se lee a los miembros que están en el canal de voz de Herald, y quien lo escribió no está allí.",
	"skip.author_timed_out": "Quien lo escribió está en aislamiento temporal.",
	"skip.author_muted": "La moderación ha silenciado en los canales de voz a quien lo escribió.",
	"skip.author_may_not_speak": "Quien lo escribió no puede hablar en el canal de voz de Herald.",
	"skip.nobody_listens": "Nadie escucha en el canal de voz de Herald.",
	"skip.listener_may_not_view":
		"Alguien en el canal de voz de Herald no puede ver este canal, así que allí no se lee nada de aquí.",
	"skip.forbidden_word": "Contiene una palabra que este servidor bloquea.",
	"skip.forbidden_name": "El nombre que se dice antes contiene una palabra que este servidor bloquea.",
	"skip.unspeakable": "No contiene nada que decir.",
	"skip.unread_script": "Ninguna voz de aquí sabe leer su alfabeto.",
	"skip.too_fast": "Quien lo escribió envió demasiados mensajes en un minuto.",
	"skip.repeated": "La misma persona acababa de escribir lo mismo.",
	"skip.left_behind": "Se escribió tanto que se habría leído demasiado tarde.",
	"skip.member_over_share": "Queda muy poco del tiempo de voz de hoy de esta persona para la lectura.",
	"skip.guild_over_share": "Queda muy poco del tiempo de voz de hoy de este servidor para la lectura.",

	"forget.ask":
		"Esto borra lo que Herald guarda sobre ti en este servidor: tu voz, estilo, velocidad, salida, idioma, preajustes y nombre hablado, los textos detrás de tus botones, un texto largo que se esté leyendo para ti, que termina ahí, tu tiempo de voz de días anteriores y tu nombre junto a los códigos que has canjeado. Los segundos de hoy se conservan hasta medianoche (UTC), para que los límites sigan valiendo. Si has desactivado la lectura de tus mensajes, eso también se conserva: si no, al borrar se volvería a activar.",
	"forget.yes": "Borrar",
	"forget.no": "Conservar",
	"forget.kept": "No se ha borrado nada.",
	"forget.done": "Borrado: {what}.",
	"forget.unread": "Tus mensajes siguen sin leerse en este servidor.",
	"forget.nothing": "Herald no tenía nada guardado sobre ti aquí.",
	"forget.preferences": "lo que has elegido para tu voz",
	"forget.presets": "{count, plural, one {tu preajuste} other {tus # preajustes}}",
	"forget.texts":
		"{count, plural, one {el texto detrás de tus botones} other {# textos detrás de tus botones}}",
	"forget.book": "el texto largo que se estaba leyendo para ti",
	"forget.days": "tu tiempo de voz de {count, plural, one {un día anterior} other {# días anteriores}}",
	"forget.redemptions": "tu nombre junto a los códigos canjeados",

	"problem.role_required": "Solo los miembros que tienen {role} pueden hacer hablar a Herald aquí.",
	"problem.text_too_long":
		"En este servidor, los textos pueden tener como máximo {max, plural, one {# carácter} other {# caracteres}}. Prueba con uno más corto.",
	"problem.bad_file.empty": "No hay nada que decir en ese archivo.",
	"problem.bad_file.encoding":
		"Herald no puede leer los caracteres de ese archivo. Guárdalo como UTF-8 y adjúntalo otra vez.",
	"problem.bad_file.binary":
		"Eso no es un archivo de texto. Herald lee texto sin formato (.txt), Markdown (.md) y subtítulos (.srt, .vtt).",
	"problem.bad_file.gone": "Discord ya no tiene ese archivo. Adjúntalo otra vez.",
	"problem.bad_file.unreachable":
		"Herald no ha podido obtener ese archivo de Discord. Inténtalo de nuevo en un minuto.",
	"problem.file_too_long":
		"Ese archivo es demasiado largo: Herald lee como máximo {max, plural, one {# carácter} other {# caracteres}} de un archivo. El operador puede cambiarlo (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.may_not_post":
		"Un archivo tan largo llega en partes. Para eso, Herald necesita en este canal los permisos **Ver canal**, **Enviar mensajes** y **Adjuntar archivos**.",
	"problem.book_under_way":
		"Herald ya está leyendo aquí un texto largo tuyo, o varios de este servidor. Espera a que termine alguno, o cancélalo.",
	"problem.book_in_channel":
		"Herald ya está leyendo un texto largo en un canal de voz de aquí. Espera a que termine, o termínalo.",
	"problem.may_not_tell":
		"El mensaje de Herald muestra por dónde va un texto largo. Para eso necesita en este canal el permiso **Ver canal**.",
	"problem.book_over": "Ese texto ya no está. Usa `/decir` otra vez.",
	"problem.not_your_book": "Eso solo lo decide quien pidió el texto, o quien puede mover miembros.",
	"problem.forbidden_word": "Este servidor bloquea una palabra de ese texto. Prueba con otras palabras.",
	"problem.unspeakable_name": "Herald no puede decir ese nombre: necesita una letra o una cifra.",
	"problem.name_taken":
		"Una voz, un rol o alguien en este servidor se llama así, o de forma tan parecida que suena o se ve igual. Elige otro nombre.",
	"problem.may_not_attach_files.member":
		"No puedes adjuntar archivos en este canal, así que Herald no puede publicar esto por ti. Prueba en otro canal.",
	"problem.may_not_send_voice_messages":
		"No puedes enviar mensajes de voz en este canal. Usa `salida: archivo`, o prueba en otro canal.",
	"problem.may_not_attach_files.herald":
		"Herald no puede adjuntar archivos en este canal. Alguien que gestione el canal tiene que permitirlo.",
	"problem.not_read":
		"Herald no puede consultar ahora mismo lo que necesita para eso. Inténtalo de nuevo en un minuto.",
	"problem.not_stored":
		"Herald no ha podido guardarlo, así que no se ha cambiado nada. Inténtalo de nuevo en un minuto.",
	"problem.maybe_stored":
		"Herald ha perdido la conexión con su base de datos mientras lo guardaba y no sabe si se ha guardado. Compruébalo en un minuto e inténtalo de nuevo si no.",

	"button.redeem": "Canjear un código",
	"button.again": "Decirlo otra vez",
	"redeem.modal.title": "Canjear un código",
	"redeem.modal.code": "Código",
	"redeem.modal.whose": "Recarga la cuenta que paga la voz de este bot, no la tuya.",
	"redeem.again": "Decirlo ahora",
	"redeem.redeemed": "Código canjeado para la cuenta que paga la voz de este bot. ¡Gracias!",
	"redeem.redeemed.units":
		"Se han añadido {units} unidades (aproximadamente {usd}) a la cuenta que paga la voz de este bot. ¡Gracias!",
	"balance.units": "Saldo: {units} unidades (aproximadamente {usd}).",
	"balance.unlimited": "Saldo: ilimitado.",
	"balance.unknown": "El servicio de voz no muestra su saldo.",
	"redeem.refused.rejected":
		"El servicio ha rechazado este código. Puede que esté mal escrito, ya usado o caducado: revísalo e inténtalo de nuevo.",
	"redeem.refused.used": "Este código ya se ha usado. No se ha añadido nada.",
	"redeem.refused.unknown_code":
		"El servicio no conoce este código. Revisa que esté bien escrito e inténtalo de nuevo.",
	"redeem.refused.expired": "Este código ha caducado. Pide uno nuevo a quien te lo dio.",
	"redeem.unknown":
		"La respuesta del servicio se perdió, así que el código puede haberse canjeado o no. No lo tires: alguien que gestione este servidor puede mirar `/crédito mostrar`, y el operador de Herald puede preguntar al servicio.",
	"redeem.still_unknown":
		"El servicio rechaza ahora este código, pero su respuesta a un intento anterior se perdió, así que puede que aquel intento lo canjeara. Alguien que gestione este servidor puede mirar `/crédito mostrar`.",
	"redeem.code.good": "Tu código sigue siendo válido.",
	"redeem.code.unknown":
		"La respuesta a un intento anterior con este código se perdió, así que puede que ya se haya canjeado: alguien que gestione este servidor puede mirar `/crédito mostrar`.",
	"redeem.unavailable.unreachable":
		"Herald no puede conectar con el servicio, así que el código no se ha enviado. {code} Inténtalo de nuevo en un minuto.",
	"redeem.unavailable.not_served":
		"Este servicio de voz no canjea códigos aquí. {code} El operador de Herald tiene que revisar los ajustes.",
	"redeem.busy": "Se está canjeando otro código. {code} Inténtalo de nuevo en unos segundos.",
	"redeem.unauthorized":
		"El servicio no permite a Herald canjear códigos. {code} El operador de Herald tiene que revisar el token.",
	"redeem.rate_limited": "El servicio no acepta códigos en este momento. {code} Inténtalo de nuevo {when}.",
	"redeem.too_fast.member": "Son muchos códigos. Puedes probar el siguiente {when}.",
	"redeem.too_fast.refusals": "Se han rechazado tres códigos seguidos. Puedes probar otro {when}.",
	"redeem.too_fast.guild": "Este servidor ha probado muchos códigos. Puedes probar el siguiente {when}.",
	"redeem.too_fast.service": "Se están canjeando muchos códigos en este momento. Inténtalo de nuevo {when}.",
	"redeem.mistyped": "Este código está mal escrito: revísalo e inténtalo de nuevo. No se ha enviado nada.",
	"redeem.earlier": "La respuesta a tu último código no te llegó. Aquí está: {outcome}",
	"redeem.in_progress": "Este código ya se está canjeando.",
	"credit.month":
		"**Este servidor este mes:** {texts, plural, one {# texto} other {# textos}}, {seconds, plural, one {# segundo} many {# de segundos} other {# segundos}} de voz generados, {prompt, plural, one {# token} many {# de tokens} other {# tokens}} de entrada, {audio, plural, one {# token} many {# de tokens} other {# tokens}} de salida; {cached, number} de {lines, plural, one {# línea} other {# líneas}} salieron de la caché. A los precios del servicio integrado son {units} unidades (aproximadamente {usd}).",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "alguien",
	"credit.nobody": "Nadie ha canjeado todavía un código en este servidor.",
	"credit.outcome.sent": "en curso",
	"credit.outcome.redeemed": "canjeado",
	"credit.outcome.refused": "rechazado",
	"credit.outcome.busy": "servicio ocupado",
	"credit.outcome.unauthorized": "no permitido",
	"credit.outcome.rate_limited": "demasiados intentos",
	"credit.outcome.unavailable": "no canjeado",
	"credit.outcome.unknown": "desconocido",

	"channel.answer": "**{voice}** habla en {channel} · {place}\n> {text}",
	"channel.now": "ahora",
	"channel.place": "puesto {place} en la cola, dentro de aprox. {seconds} s",
	"channel.line_failed": "Se ha omitido una parte. {why}",
	"channel.ended": "**{voice}** en {channel} · {place}\n> {text}",
	"channel.spoken": "dicho",
	"channel.skipped_by_owner": "saltado",
	"channel.skipped_by": "saltado por {who}",
	"channel.skipped_by_vote": "saltado por votación",
	"channel.stopped_by_owner": "detenido",
	"channel.stopped_by": "detenido por {who}",
	"channel.unfinished": "sin terminar",
	"channel.unspoken": "sin decir",
	"vote.open": "{by} quiere saltar el texto de {who}: {votes} de {needed} votos.",
	"vote.skipped": "El texto de {who} se ha saltado, a propuesta de {by}.",
	"vote.over": "El texto de {who} ha terminado, y con él la votación de {by}.",
	"channel.failed": "No se ha podido decir nada.",
	"channel.left": "Herald salió del canal antes de terminar.",
	"channel.skipped": "Saltado.",
	"channel.stopped": "Detenido.",
	"channel.skipped.count": "{count, plural, one {# texto saltado} other {# textos saltados}}.",
	"channel.skipped.page": "Párrafo saltado. Los botones bajo el texto lo ponen en pausa o lo terminan.",
	"channel.stopped.count": "{count, plural, one {# texto detenido} other {# textos detenidos}}.",
	"channel.stopped.page": "El texto largo está en pausa: sigue con un botón bajo su mensaje.",
	"channel.joined": "Herald está en {channel}.",
	"channel.gone": "Herald ha salido de {channel}.",
	"channel.queue.empty": "Herald está en {channel}. La cola está vacía.",
	"channel.queue.total":
		"**{channel}** · {count, plural, one {# texto} other {# textos}}, aprox. {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, leído en voz alta · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, un texto largo · {voice}",
	"button.skip": "Saltar",
	"button.stop": "Detener",
	"server.channel.show":
		"**Sale de un canal vacío tras** {alone}\n**Sale de un canal en silencio tras** {idle}\n**Texto más largo en un canal** {text}\n**Volumen en los canales de voz** {volume}",

	"help.about":
		"Herald convierte texto en voz: como archivo, como mensaje de voz o en directo en un canal de voz. {help} te cuenta más sobre un comando.",
	"help.in_channel": "Herald está en {channel} ahora mismo.",
	"help.managers": "**Para los miembros que pueden gestionar este servidor**",
	"help.unknown": "Ese comando no existe, o no puedes usarlo aquí. Puedes usar estos:",
	"help.menu": "**Aplicaciones → {name}**",
	"help.option": "`{name}` {description}",
	"help.option.required": "`{name}` (obligatorio) {description}",
	"help.all": "Todos los comandos",

	bug: "Algo ha salido mal. Si vuelve a pasar, dale este número al operador de Herald: `{id}`.",
	"interrupted.text": "Herald se reinició antes de terminar: usa el comando otra vez.",
	"interrupted.code": "Herald se reinició antes de llegar a este código: canjéalo otra vez.",
	stale: "Esto ya no funciona: usa el comando otra vez.",

	"problem.unauthorized":
		"El servicio de voz no acepta la clave de Herald. El operador de Herald tiene que revisarla.",
	"problem.forbidden":
		"El servicio de voz rechaza la cuenta de Herald. El operador de Herald tiene que ocuparse de ello.",
	"problem.key_exhausted":
		"La clave con la que habla Herald ha llegado a su propio límite. El operador de Herald tiene que aumentarlo; los códigos no lo cambian.",
	"problem.out_of_credit":
		"La cuenta que paga la voz está vacía. Canjea un código con `/canjear` e inténtalo de nuevo.",
	"problem.rate_limited": "El servicio de voz está ocupado: inténtalo de nuevo {when}.",
	"problem.daily_limit": "Se ha alcanzado el límite de hoy del servicio de voz: inténtalo de nuevo {when}.",
	"problem.model_unavailable":
		"El servicio de voz no ofrece ninguno de los modelos de Herald. El operador de Herald tiene que revisar `SPEECH_MODELS`.",
	"problem.bad_request":
		"El servicio de voz no ha entendido la solicitud. Prueba otra voz o un texto más sencillo.",
	"problem.blocked": "El servicio de voz se niega a decir este texto. Prueba con otras palabras.",
	"problem.no_audio":
		"El servicio de voz no ha devuelto sonido para este texto. Prueba con otras palabras u otra voz.",
	"problem.too_long": "Este texto es demasiado largo para el servicio de voz. Divídelo en otros más cortos.",
	"problem.upstream": "El servicio de voz tiene problemas. Inténtalo de nuevo en un minuto.",
	"problem.network": "Herald no puede conectar con el servicio de voz. Inténtalo de nuevo en un minuto.",
	"problem.timeout":
		"El servicio de voz ha tardado demasiado. Inténtalo de nuevo, quizá con un texto más corto.",
	"problem.bad_response":
		"Algo ha respondido, pero no es un servicio de voz. El operador de Herald tiene que revisar `SPEECH_BASE_URL`.",
	"problem.unspeakable": "No hay nada que decir en este texto: necesita una letra o una cifra.",
	"problem.unread_script":
		"Ninguna voz de aquí sabe leer el alfabeto de este texto. Las voces de aquí hablan {spoken}; el operador de Herald puede añadir otras (docs/voices.md).",
	"problem.unread_script.unlisted":
		"Ninguna voz de aquí sabe leer este texto. El operador de Herald puede añadir voces (docs/voices.md).",
	"problem.unknown_language": "«{language}» no es un idioma que Herald conozca. Elige uno de la lista.",
	"problem.language_unavailable.unlisted":
		"Ninguna voz de aquí habla {language}. Elige otro idioma de la lista; el operador de Herald puede añadir voces (docs/voices.md).",
	"problem.language_unavailable":
		"Ninguna voz de aquí habla {language}. Las voces de aquí hablan {spoken}; el operador de Herald puede añadir otras (docs/voices.md).",
	"problem.unknown_language.near": "No hay ningún idioma llamado «{language}». ¿Querías decir {suggestions}?",
	"problem.unknown_voice": "No hay ninguna voz llamada «{voice}». ¿Querías decir {suggestions}?",
	"problem.too_fast": "Son muchos textos en un minuto. Herald podrá decir el siguiente a las {time}.",
	"problem.over_budget.member": "Tu tiempo de voz de hoy se ha agotado. Puedes seguir {when}.",
	"problem.over_budget.guild":
		"El tiempo de voz de hoy de este servidor se ha agotado. Puedes seguir {when}.",
	"problem.over_day.member":
		"Este texto dura más que {seconds, plural, one {el segundo} other {los # segundos}} de voz que un miembro tiene al día. Prueba con uno más corto.",
	"problem.over_day.guild":
		"Este texto dura más que {seconds, plural, one {el segundo} other {los # segundos}} de voz que este servidor tiene al día. Prueba con uno más corto.",
	"problem.guild_not_allowed":
		"Herald no está habilitado para este servidor. El operador de Herald puede habilitarlo.",
	"problem.bot_missing":
		"Este servidor tiene los comandos de Herald, pero no a Herald. Quien gestione el servidor puede [añadir Herald](<{invite}>).",
	"problem.shutting_down": "Herald se está reiniciando: inténtalo de nuevo en un minuto.",

	"problem.voice.member_not_in_channel": "Entra primero en un canal de voz, o elige uno.",
	"problem.voice.not_in_channel": "Herald no está en ningún canal de voz aquí.",
	"problem.voice.skipped": "Este texto se saltó antes de empezar.",
	"problem.voice.nothing_to_skip": "No hay nada que saltar.",
	"problem.voice.nothing_to_stop": "No hay nada que detener.",
	"problem.voice.missing_view": "Herald no puede ver {channel}: allí le falta el permiso **Ver canal**.",
	"problem.voice.missing_connect":
		"Herald no puede entrar en {channel}: allí le falta el permiso **Conectar**.",
	"problem.voice.missing_speak":
		"Nadie puede oír a Herald en {channel}: allí le falta el permiso **Hablar**.",
	"problem.voice.channel_full":
		"{channel} está lleno: alguien tiene que salir, o hay que aumentar el límite de usuarios.",
	"problem.voice.channel_is_afk": "{channel} es el canal AFK, donde no se oye a nadie. Elige otro.",
	"problem.voice.channel_gone": "Ese canal de voz ya no existe.",
	"problem.voice.member_timed_out": "Estás en aislamiento temporal y podrás volver a hablar {when}.",
	"problem.voice.member_muted":
		"La moderación te ha silenciado en este servidor. Mientras siga así, Herald no habla por ti.",
	"problem.voice.member_may_not_speak": "No puedes hablar en ese canal, así que Herald no habla allí por ti.",
	"problem.voice.herald_timed_out":
		"Herald está en aislamiento temporal en este servidor y podrá volver a hablar {when}.",
	"problem.voice.herald_muted":
		"Herald está silenciado en este servidor. Seguirá en {channel} cuando la moderación le quite el silencio.",
	"problem.voice.herald_suppressed":
		"Herald está entre el público de {channel}. Seguirá cuando la moderación lo haga orador o le dé el permiso **Silenciar miembros**.",
	"problem.voice.asked_to_speak":
		"Herald ha pedido la palabra en {channel}. Seguirá cuando la moderación la acepte.",
	"problem.voice.cannot_connect":
		"El servidor de voz de Discord para {channel} no ha respondido. Inténtalo de nuevo en un minuto.",
	"problem.voice.connection_lost":
		"Herald perdió la conexión con {channel} y no pudo recuperarla. Usa `/unirse` otra vez.",
	"problem.voice.call_ended": "Discord ha terminado la llamada en {channel}. Usa `/unirse` otra vez.",
	"problem.voice.voice_rate_limited":
		"Discord ha cerrado la conexión de Herald con {channel}: hubo demasiadas en poco tiempo. Espera unos minutos y usa `/unirse` otra vez.",
	"problem.voice.removed": "Han sacado a Herald de {channel}.",
	"problem.voice.others_listen":
		"Hay más personas escuchando: {votes} de {needed} votos para saltar. Quienes tienen **Mover miembros** pueden saltar sin votación.",
	"problem.voice.others_decide":
		"Hay más personas escuchando, así que solo pueden hacerlo quienes tienen **Mover miembros** o **Gestionar servidor**. Con `/saltar`, más de la mitad de quienes escuchan pueden votar para saltar.",
	"problem.voice.busy_elsewhere":
		"Herald está con otras personas en {channel}. Únete a ellas allí, o pide a alguien que tenga **Mover miembros** que lo traiga.",
	"problem.voice.queue_full":
		"Ya {limit, plural, one {espera # texto} other {esperan # textos}}. Inténtalo de nuevo cuando se hayan dicho algunos.",
	"problem.voice.queue_too_long":
		"La cola duraría más de {limit} segundos. Inténtalo de nuevo un poco más tarde.",
	"problem.voice.too_many_of_yours":
		"Ya {limit, plural, one {espera # texto tuyo} other {esperan # textos tuyos}}. Espera a que se hayan dicho algunos.",
	"problem.voice.text_too_long":
		"En un canal de voz, un texto puede durar como máximo {limit, plural, one {# segundo} other {# segundos}}. Publícalo mejor como archivo.",
};
