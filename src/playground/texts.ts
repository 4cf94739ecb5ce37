import type { Texts } from "@herald/playground";

/** Herald's texts for the playground's page, in the page's languages. */
export const pageTexts = {
	noEngine: {
		en: "Natural voices need an engine that isn't installed yet. Run npm ci --prefix packages/neural in Herald's folder, then try again.",
		de: "Natürliche Stimmen brauchen eine Engine, die noch nicht installiert ist. Führe in Heralds Ordner npm ci --prefix packages/neural aus und versuche es dann erneut.",
		es: "Las voces naturales necesitan un motor que aún no está instalado. Ejecuta npm ci --prefix packages/neural en la carpeta de Herald y reinténtalo.",
		fr: "Les voix naturelles ont besoin d'un moteur qui n'est pas encore installé. Lance npm ci --prefix packages/neural dans le dossier de Herald, puis réessaie.",
		ja: "自然な音声に必要なエンジンがまだインストールされていません。Heraldのフォルダーで npm ci --prefix packages/neural を実行してから、再試行してください。",
		pt: "Vozes naturais precisam de um motor que ainda não está instalado. Execute npm ci --prefix packages/neural na pasta do Herald e tente de novo.",
	},
	nothingRead: {
		en: "Nothing is read aloud here yet. Join a voice channel, and turn it on in the settings, under “Reading aloud”.",
		de: "Hier wird noch nichts vorgelesen. Tritt einem Sprachkanal bei und schalte es in den Einstellungen unter „Vorlesen“ ein.",
		es: "Aquí todavía no se lee nada en voz alta. Únete a un canal de voz y actívalo en los ajustes, en “Lectura en voz alta”.",
		fr: "Rien n'est encore lu à voix haute ici. Rejoins un salon vocal, puis active la lecture dans les paramètres, sous « Lecture à voix haute ».",
		ja: "ここではまだ何も読み上げられません。ボイスチャンネルに参加し、設定の「読み上げ」でオンにしてください。",
		pt: "Nada é lido em voz alta aqui ainda. Entre em um canal de voz e ative nas configurações, em “Leitura em voz alta”.",
	},
	slowSpeech: {
		en: "Slow speech service",
		de: "Langsamer Sprachdienst",
		es: "Servicio de voz lento",
		fr: "Service vocal lent",
		ja: "音声サービスを遅くする",
		pt: "Serviço de voz lento",
	},
	failingSpeech: {
		en: "Failing speech service",
		de: "Gestörter Sprachdienst",
		es: "Servicio de voz con fallos",
		fr: "Service vocal en panne",
		ja: "音声サービスでエラーを起こす",
		pt: "Serviço de voz com falhas",
	},
	spendCredit: {
		en: "Use up all credit",
		de: "Guthaben aufbrauchen",
		es: "Gastar todo el saldo",
		fr: "Épuiser le crédit",
		ja: "残高を使い切る",
		pt: "Gastar todo o saldo",
	},
	unlimited: {
		en: "This account is unlimited, so it can't run out of credit.",
		de: "Dieses Konto hat kein Limit, also kann ihm das Guthaben nicht ausgehen.",
		es: "Esta cuenta no tiene límite, así que no se puede quedar sin saldo.",
		fr: "Ce compte est illimité : son crédit ne peut pas s'épuiser.",
		ja: "このアカウントは無制限のため、残高はなくなりません。",
		pt: "Esta conta é ilimitada, então o saldo não acaba.",
	},
	restartBot: {
		en: "Restart the bot",
		de: "Bot neu starten",
		es: "Reiniciar el bot",
		fr: "Redémarrer le bot",
		ja: "ボットを再起動する",
		pt: "Reiniciar o bot",
	},
} as const satisfies Readonly<Record<string, Required<Texts>>>;
