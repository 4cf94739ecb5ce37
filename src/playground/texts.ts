import type { Texts } from "@herald/playground";

/** Herald's texts on the playground's page, in the page's languages. */
export const pageTexts = {
	naturalVoice: {
		en: "For a natural voice, run npm run voices -- get in a terminal.",
		de: "Für eine natürliche Stimme führe im Terminal npm run voices -- get aus.",
		es: "Para una voz natural, ejecuta npm run voices -- get en una terminal.",
		fr: "Pour une voix naturelle, lance npm run voices -- get dans un terminal.",
		ja: "自然な声で読み上げるには、ターミナルで npm run voices -- get を実行してください。",
		pt: "Para uma voz natural, execute npm run voices -- get em um terminal.",
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
