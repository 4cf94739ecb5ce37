import type { Language } from "./en.ts";

export const locales: Language["locales"] = ["pt-BR"];

export const commands: Language["commands"] = {
	say: ["falar", "Transformar um texto em fala"],
	"say.text": [
		"texto",
		"O que falar; com várias vozes se as linhas começam com um nome: Kore: Olá! Puck: Oi!",
	],
	"say.file": ["arquivo", "Em vez disso, um arquivo de texto: .txt, .md, .srt ou .vtt"],
	"sound.voice": ["voz", "Quem fala: um nome, ou como a voz soa"],
	"sound.style": ["estilo", "Como falar, por exemplo: sussurrando, em tom divertido"],
	"sound.speed": ["velocidade", "Com que velocidade, de 0,5 a 2: 1 é o ritmo da própria voz"],
	"sound.language": ["idioma", "O idioma, quando o texto sozinho não basta para saber"],
	"sound.as": ["saída", "Em que forma ou em que lugar ouvir"],
	Speak: [
		"Ler em voz alta",
		"Ler uma mensagem em voz alta: clique com o botão direito ou segure, depois Apps",
	],
	"Read or not?": [
		"É lida ou não?",
		"Ver se uma mensagem é lida em voz alta, e por quê: clique com o botão direito ou segure, e Apps",
	],
	voice: ["voz", "Como você soa neste servidor"],
	"voice.me": ["escolher", "Escolher como você soa aqui, e se suas mensagens podem ser lidas"],
	"sound.delivery": ["saída", "Em que forma ou em que lugar ouvir"],
	"voice.me.reading": ["leitura", "Se suas mensagens podem ser lidas em voz alta neste servidor"],
	"voice.me.name": ["nome", "Como seu nome é falado quando suas mensagens são lidas"],
	"voice.me.reset": ["redefinir", "Redefinir primeiro o que você escolheu"],
	"voice.show": ["mostrar", "Mostrar como você soa aqui, e por quê"],
	"voice.try": ["testar", "Testar uma voz, um estilo, um idioma ou uma velocidade; só você ouve"],
	"voice.try.text": ["texto", "O que falar; sem texto, a voz se apresenta"],
	"voice.list": ["lista", "Todas as vozes, com amostras"],
	"voice.preset": ["predefinição", "Dar nome a jeitos de soar, só para você: como voz e em diálogos"],
	"preset.name": ["nome", "Como ela se chama"],
	join: ["entrar", "Trazer o Herald para o seu canal de voz"],
	"join.channel": ["canal", "Um canal de voz diferente do seu"],
	leave: ["sair", "Fazer o Herald sair do canal de voz"],
	skip: ["pular", "Pular o que o Herald está falando, ou todos os seus textos"],
	"skip.all": ["tudo", "Pular todos os seus textos, inclusive os que esperam"],
	stop: ["parar", "Parar de falar e esvaziar a fila"],
	queue: ["fila", "Mostrar o que o Herald está falando e o que está esperando"],
	server: ["servidor", "Como o Herald fala neste servidor"],
	"server.show": ["mostrar", "Mostrar as configurações deste servidor"],
	"server.voice": ["voz", "Como o Herald soa aqui para quem não escolheu nada"],
	"server.reset": ["redefinir", "Voltar primeiro às configurações do operador"],
	"server.limits": ["limites", "Quanto o Herald fala aqui, e para quem"],
	"server.limits.seconds": [
		"segundos",
		"Segundos de fala por dia para o servidor inteiro, até o limite do operador",
	],
	"server.limits.text": ["texto", "O texto mais longo, em caracteres"],
	"server.limits.speakers": ["cargo", "O cargo que pode usar o Herald; @everyone para todos"],
	"server.voice-channel": [
		"canal-de-voz",
		"Quando o Herald sai de um canal de voz, quanto os textos podem durar nele, e o volume",
	],
	"server.voice-channel.alone": ["vazio", "Segundos até sair de um canal vazio"],
	"server.voice-channel.idle": ["silêncio", "Segundos até sair de um canal onde nada é dito"],
	"server.voice-channel.text": ["texto", "O texto mais longo em um canal, em segundos"],
	"server.voice-channel.volume": ["volume", "Quanto aumentar o volume do Herald, em decibéis, de -12 a 6"],
	"server.action": ["ação", "O que fazer com a lista"],
	"server.presets": ["predefinições", "Dar nome a jeitos de soar, para todos aqui: como voz e em diálogos"],
	"server.words": ["palavras", "Palavras que o Herald não fala aqui"],
	"server.words.words": ["palavras", "Palavras ou expressões, separadas por vírgulas"],
	"server.words.file": ["arquivo", "Um arquivo de texto com uma palavra ou expressão por linha"],
	"server.reading": ["leitura", "O que o Herald lê em voz alta aqui, e como"],
	"server.reading.voice-chat": ["chat-de-voz", "Se ele lê o chat do canal de voz em que está"],
	"server.reading.names": ["nomes", "Quando ele diz quem escreveu"],
	"server.reading.listeners-only": ["só-ouvintes", "Se ele lê só os membros que estão no canal de voz dele"],
	"server.reading.max-seconds": ["máx-segundos", "O máximo que ele lê de uma mensagem, em segundos"],
	"server.reading.dialogue": [
		"diálogos",
		"Se as linhas que começam com o nome de uma voz (Kore: Olá!) são faladas por ela",
	],
	"server.reading.announce": ["avisos", "Se ele diz quem entra no canal de voz dele, e quem sai"],
	"server.reading.auto-join": ["entrada-automática", "Se ele entra sozinho em um canal de voz"],
	"server.reading.share": ["parte", "A parte do tempo de fala diário para a leitura, em porcentagem"],
	"server.reading.hold": [
		"espera",
		"Segundos de espera, para que bots de moderação possam excluir uma mensagem antes",
	],
	"server.reading.reset-name": ["redefinir-nome", "Um membro cujo nome escolhido deixa de ser falado"],
	"server.read-channels": ["canais-lidos", "Os canais de texto que o Herald lê em voz alta"],
	"server.read-channels.channel": ["canal", "Um canal de texto, junto com seus tópicos públicos"],
	"server.read-channels.spoken-in": [
		"lido-em",
		"O único canal de voz em que ele é lido; senão, onde o Herald estiver",
	],
	"server.ignore": ["ignorar", "O que o Herald não lê em voz alta aqui"],
	"server.ignore.who": ["quem", "Um membro ou um cargo"],
	"server.ignore.prefix": [
		"prefixo",
		"Como começam as mensagens que não são lidas; // se você não escolher nenhum",
	],
	"server.read-bots": ["bots-lidos", "Os bots e webhooks que o Herald lê; ele não lê nenhum outro"],
	"server.read-bots.who": ["quem", "Um bot"],
	"server.read-bots.webhook-id": [
		"id-do-webhook",
		"O ID de um webhook, do endereço dele ou de uma mensagem dele",
	],
	"server.dictionary": ["dicionário", "Como o Herald pronuncia as palavras que lê"],
	"server.dictionary.word": ["palavra", "A palavra ou expressão; para testar, uma frase inteira"],
	"server.dictionary.say": ["pronúncia", "Como ela é falada; - para omitir"],
	"server.dictionary.file": [
		"arquivo",
		"Um arquivo de texto: em cada linha uma palavra, uma tabulação e como ela é falada",
	],
	redeem: ["resgatar", "Resgatar um código para a conta que paga a fala deste bot, não para você"],
	"redeem.code": ["código", "O código; ninguém mais pode vê-lo"],
	credit: ["crédito", "Quanto custa a fala aqui, e quem resgatou códigos"],
	"credit.show": ["mostrar", "Mostrar o saldo, se for conhecido, e o uso deste servidor neste mês"],
	"credit.history": ["histórico", "Quem resgatou um código, quando e de quanto"],
	help: ["ajuda", "Mostrar o que o Herald sabe fazer e o que você pode usar aqui"],
	"help.command": ["comando", "Mostrar mais sobre um comando"],
	"forget-me": ["me-esqueça", "Apagar o que o Herald guarda sobre você neste servidor"],
};

export const choices: Language["choices"] = {
	"delivery.auto": "automática",
	"delivery.channel": "canal de voz",
	"delivery.file": "arquivo",
	"delivery.voice-message": "mensagem de voz",
	"voice.me.reading.on": "sim",
	"voice.me.reading.off": "não, nunca",
	"action.add": "adicionar",
	"action.remove": "remover",
	"action.list": "mostrar",
	"action.try": "testar",
	"action.import": "importar um arquivo",
	"action.export": "exportar como arquivo",
	"server.reading.names.off": "nunca",
	"server.reading.names.changed": "quando outra pessoa escreve",
	"server.reading.names.always": "antes de cada mensagem",
	"server.reading.announce.off": "não",
	"server.reading.announce.joins": "quem entra",
	"server.reading.announce.both": "quem entra e quem sai",
	"server.reading.auto-join.off": "não",
	"server.reading.auto-join.on-message": "quando há uma mensagem para ler",
	"server.reading.auto-join.on-entry": "quando alguém entra em um canal de voz",
};

export const sentences: Language["sentences"] = {
	"list.separator": ", ",
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.asked_by": "-# Para {who}",
	"say.one_of": "Dê ao Herald algo para falar: ou `texto` ou `arquivo`, não os dois.",
	"book.offer": "Ler isto leva cerca de {minutes, plural, one {# minuto} other {# minutos}}.",
	"book.offer.share":
		"Ler isto leva cerca de {minutes, plural, one {# minuto} other {# minutos}}: {percent, number}% do tempo de fala que este servidor tem por dia.",
	"book.over.member":
		"Hoje você ainda tem {left, plural, =0 {# minutos} one {# minuto} other {# minutos}} de {limit, plural, =0 {# minutos} one {# minuto} other {# minutos}}. O operador pode dar mais (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"Hoje este servidor ainda tem {left, plural, =0 {# minutos} one {# minuto} other {# minutos}} de {limit, plural, =0 {# minutos} one {# minuto} other {# minutos}}. Quem o gerencia pode dar mais com `/servidor limites`, até onde o operador permite (`GUILD_SECONDS_PER_DAY`).",
	"book.fits":
		"Hoje {minutes, plural, one {dá para ler o primeiro minuto} other {dá para ler os primeiros # minutos}}.",
	"book.fits.nothing": "Hoje resta pouco demais para começar.",
	"book.button.all": "Ler",
	"book.button.fitting": "Ler o que der",
	"book.button.rest": "Ler o restante",
	"book.button.no": "Não ler",
	"book.button.cancel": "Cancelar",
	"book.declined": "Isto não será lido.",
	"book.under_way": "**{voice}** · {percent, number}% lidos\n> {text}",
	"book.done": "**{voice}** · {length} em {parts, plural, one {# arquivo} other {# arquivos}}\n> {text}",
	"book.rest":
		"-# {percent, number}% do texto foi lido. O restante pode ser lido mais tarde; ele será apagado {when}.",
	"book.cancelled": "**{voice}** · cancelado em {percent, number}%\n> {text}",
	"book.expired": "**{voice}** · não terminou em um dia, encerrado em {percent, number}%\n> {text}",
	"book.failed": "**{voice}** · encerrado em {percent, number}%\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {Um trecho não pôde ser lido e ficou de fora.} other {# trechos não puderam ser lidos e ficaram de fora.}}",
	"book.part": "**{voice}** · parte {part, number} · {length} · para {who}\n> {text}",
	"book.cancelled.told": "Cancelado. O que já foi enviado fica.",
	"book.offer.channel": "O Herald lê em {channel}, e fala outros textos entre dois parágrafos.",
	"book.button.pause": "Pausar",
	"book.button.resume": "Continuar",
	"book.button.back": "Parágrafo anterior",
	"book.button.end": "Encerrar",
	"book.reading": "**{voice}** lê em {channel} · {percent, number}%\n> {text}",
	"book.paused": "**{voice}** em {channel} · pausado em {percent, number}%\n> {text}",
	"book.paused.hint": "-# Depois de meia hora, ou se o Herald sair, não dá mais para continuar.",
	"book.read": "**{voice}** em {channel} · lido até o fim\n> {text}",
	"book.pause_over": "A pausa durou meia hora.",
	"say.progress": "Falando… {done} de {total}",

	"say.without_style": "-# O serviço de voz não tem suporte a estilos, então o texto foi falado sem estilo.",
	"say.without_style.own": "-# A voz própria deste bot não tem estilos, então o estilo não é ouvido.",
	"say.words_left_out":
		"-# Um texto inteiro é falado em um só idioma, então podem faltar palavras em outra escrita.",
	"say.voice_message_refused":
		"O Discord recusou a mensagem de voz aqui, então ela foi enviada como arquivo.",
	"lost.own": "-# Sua voz {voice} não está mais disponível: escolha outra com `/voz escolher`.",
	"lost.preset.own":
		"-# A predefinição {preset} não existe mais, então agora você soa como {voice}: escolha outra com `/voz escolher`.",
	"lost.preset.server":
		"-# A predefinição {preset} deste servidor não existe mais, então agora quem fala é {voice}: escolha outra com `/servidor voz`.",
	"lost.server":
		"-# A voz {voice} deste servidor não está mais disponível: escolha outra com `/servidor voz`.",

	"button.another_voice": "Com outra voz",
	"button.as_voice_message": "Como mensagem de voz",
	"button.as_file": "Como arquivo",
	"button.choose_voice": "Com qual voz?",
	"button.use_voice": "Usar esta voz",
	"button.over": "Este botão só funciona por 14 minutos: use o comando de novo.",
	"button.not_yours": "Só quem usou o comando pode usar os botões dele.",
	"voices.female": "Vozes femininas",
	"voices.male": "Vozes masculinas",
	"voices.other": "Outras vozes",
	"voice.sex.female": "feminina",
	"voice.sex.male": "masculina",
	"voice.character.breathy": "sussurrada",
	"voice.character.breezy": "leve",
	"voice.character.bright": "brilhante",
	"voice.character.casual": "casual",
	"voice.character.clear": "clara",
	"voice.character.easy-going": "descontraída",
	"voice.character.even": "equilibrada",
	"voice.character.excitable": "empolgada",
	"voice.character.firm": "firme",
	"voice.character.forward": "direta",
	"voice.character.friendly": "amigável",
	"voice.character.gentle": "delicada",
	"voice.character.gravelly": "rouca",
	"voice.character.informative": "informativa",
	"voice.character.knowledgeable": "experiente",
	"voice.character.lively": "vivaz",
	"voice.character.mature": "madura",
	"voice.character.smooth": "aveludada",
	"voice.character.soft": "suave",
	"voice.character.upbeat": "animada",
	"voice.character.warm": "calorosa",
	"voice.character.youthful": "jovial",

	"style.cheerful": "com alegria e vivacidade",
	"style.calm": "com calma e devagar, como uma história para dormir",
	"style.whispering": "sussurrando, como um segredo",
	"style.solemn": "em tom solene, como no telejornal",
	"style.excited": "com empolgação, como um narrador esportivo",

	"from.option": "do comando",
	"from.own": "escolha sua",
	"from.server": "escolha deste servidor",
	"from.default": "padrão",
	"delivery.auto": "automática",
	"delivery.file": "arquivo",
	"delivery.voice-message": "mensagem de voz",
	"delivery.channel": "canal de voz",
	none: "nenhum",

	"voice.show":
		"**Voz** {voice} ({voiceFrom})\n**Estilo** {style} ({styleFrom})\n**Velocidade** {speed, number}× ({speedFrom})\n**Saída** {delivery} ({deliveryFrom})\n**Idioma** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, a não ser que um texto esteja claramente em outro idioma",
	"language.by_service": "o de cada texto",
	"voice.read": "**Leitura** sim, onde a leitura está ativada neste servidor",
	"voice.not_read": "**Leitura** nunca: suas mensagens não são lidas neste servidor",
	"voice.name": "**Nome falado** {name}",
	"voice.presets": "**Suas predefinições** {names}",
	"voice.changed": "Suas escolhas para este servidor foram salvas:",
	"voice.reset": "Suas escolhas para este servidor foram redefinidas. Agora você soa assim:",
	"voice.nothing":
		"Informe o que mudar: `voz`, `estilo`, `velocidade`, `saída`, `idioma`, `leitura` ou `nome`. Use `redefinir` para voltar às escolhas do servidor.",
	"voice.list":
		"Todas as vozes e como elas soam. Escolha uma para ouvir, ou teste com uma frase sua (`/voz testar`); as amostras contam no seu tempo de fala.\n{voices}",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**Voz** {voice}\n**Estilo** {style}\n**Velocidade** {speed}\n**Saída** {delivery}\n**Idioma** {language}\n**Tempo de fala por dia** {seconds}\n**Textos por membro e minuto** {texts}\n**Texto mais longo** {text}\n**Quem pode usar o Herald** {speakers}\n**Palavras bloqueadas** {words}",
	"server.presets": "**Predefinições** {count, number}",
	"preset.needed": "Informe como ela se chama em `nome` e quem fala em `voz`.",
	"preset.need_name": "Informe qual em `nome`.",
	"preset.bad_name":
		"Um nome tem de duas a {max, number} letras, algarismos, espaços, hifens e apóstrofos, e começa com uma letra. Em chinês, japonês e coreano, um único caractere basta.",
	"preset.is_voice": "{name} já é uma voz: escolha outro nome.",
	"preset.is_label": "“{name}:” também aparece em textos comuns: escolha outro nome.",
	"preset.full": "Pode haver no máximo {max, number}: remova uma antes.",
	"preset.added": "{preset}\nEscolha como `voz`, ou escreva “{name}: …” em um texto.",
	"preset.removed": "{what} foi removida.",
	"preset.of_server": "a predefinição {preset} deste servidor",
	"preset.none.server": "Este servidor não tem predefinições.",
	"preset.none.own": "Você não tem predefinições aqui.",
	"preset.list.server": "As predefinições deste servidor:",
	"preset.list.own": "Suas predefinições aqui:",
	"server.changed": "As configurações deste servidor agora são:",
	"server.nothing": "Informe o que mudar. Use `redefinir` para voltar às configurações do operador.",
	"server.not_manager": "Só membros que podem gerenciar este servidor podem fazer isso.",
	"server.seconds_too_many":
		"O operador permite no máximo {max, plural, one {# segundo} other {# segundos}} por dia: escolha um número menor.",
	"server.default": "{value} (padrão)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# segundo} other {# segundos}}",
	"server.unlimited": "sem limite",
	"server.characters": "{max, plural, one {# caractere} other {# caracteres}}",
	"server.everyone": "todos",
	"server.words.added":
		"{count, plural, =0 {# palavras adicionadas} one {# palavra adicionada} other {# palavras adicionadas}}. A lista agora tem {total, number}.",
	"server.words.removed":
		"{count, plural, =0 {# palavras removidas} one {# palavra removida} other {# palavras removidas}}. A lista agora tem {total, number}.",
	"server.words.imported":
		"A lista agora tem {total, plural, =0 {nenhuma palavra} one {a única palavra} other {as # palavras}} do arquivo.",
	"server.words.exported":
		"A lista: {total, plural, one {# palavra ou expressão} other {# palavras e expressões}}, uma por linha.",
	"server.words.empty": "A lista está vazia: nenhuma palavra está bloqueada.",
	"server.words.need_words": "Escreva as palavras em `palavras`, separadas por vírgulas.",
	"server.words.need_file": "Anexe um arquivo de texto em `arquivo`, com uma palavra ou expressão por linha.",
	"server.words.bad_file":
		"O Herald não consegue ler esse arquivo. Ele precisa ser texto UTF-8 de no máximo 64 KiB, com uma palavra ou expressão por linha.",
	"server.words.too_many":
		"Na lista cabem no máximo {max, number} palavras de até {length, number} caracteres cada. Nada foi alterado.",

	"list.more": "… e mais {count}",
	"list.missing": "Não está na lista: {what}. Nada foi alterado.",

	"reading.show":
		"**Lê em voz alta** {channels}\n**Lê mensagens de** {whose}\n**Diz quem escreveu** {names}\n**Mensagem mais longa** {max}{dialogue}\n**Espera antes de ler** {hold}\n**Parte do tempo de fala para a leitura** {share}\n**Avisos** {announce}\n**Entra sozinho** {autoJoin}\n**Não lê** {ignored}\n**Lê bots e webhooks** {sources}\n**Dicionário** {entries}",
	"reading.no_dialogue": "**Diálogos** com uma só voz",
	"reading.off": "**Lê em voz alta** nada. `/servidor leitura` e `/servidor canais-lidos` ativam isso.",
	"reading.nothing": "nada ainda: ative `chat-de-voz`, ou adicione um canal com `/servidor canais-lidos`",
	"reading.voice_chat": "o chat do canal de voz em que ele está",
	"reading.channel.bound": "{channel} (só em {voice})",
	"reading.there": "As mensagens de {channels} são lidas em voz alta.",
	"reading.there.listeners": "O que os membros deste canal de voz escrevem em {channels} é lido em voz alta.",
	"reading.there.mentions": "Só podem ser lidas mensagens que mencionam o Herald.",
	"reading.access.off":
		"O operador desativou a leitura (`READ_MESSAGES`): nenhuma mensagem é lida em voz alta.",
	"reading.access.setting":
		"O operador limitou a leitura (`READ_MESSAGES`): só são lidas em voz alta as mensagens que mencionam o Herald.",
	"reading.access.not_granted":
		"Só podem ser lidas em voz alta as mensagens que mencionam o Herald, porque o Discord não mostra as outras para ele. Para mudar isso, o operador ativa o Message Content Intent no portal de desenvolvedores do Discord, em **Bot**, e reinicia o Herald.",
	"reading.access.withdrawn":
		"Só podem ser lidas em voz alta as mensagens que mencionam o Herald: o Discord não mostra mais as outras para ele. Para mudar isso, o operador ativa de novo o Message Content Intent no portal de desenvolvedores do Discord, em **Bot**, e reinicia o Herald.",
	"reading.listeners": "membros do canal de voz dele",
	"reading.everyone": "todos",
	"reading.names.off": "nunca",
	"reading.names.changed": "quando outra pessoa escreve",
	"reading.names.always": "antes de cada mensagem",
	"reading.no_hold": "nada",
	"reading.share": "{percent}%",
	"reading.announce.off": "nenhum",
	"reading.announce.joins": "quem entra",
	"reading.announce.both": "quem entra e quem sai",
	"reading.auto_join.off": "nunca",
	"reading.auto_join.on-message": "quando há uma mensagem para ler",
	"reading.auto_join.on-entry": "quando alguém entra em um canal de voz",
	"reading.prefix": "mensagens que começam com “{prefix}”",
	"reading.members": "{count, plural, one {# membro} other {# membros}}",
	"reading.roles": "{count, plural, one {# cargo} other {# cargos}}",
	"reading.webhook": "o webhook {id}",
	"reading.no_sources": "nenhum",
	"reading.entries": "{count, plural, =0 {# palavras} one {# palavra} other {# palavras}}",
	"reading.name_reset": "O Herald não fala mais o nome escolhido por {who}.",
	"reading.no_name": "{who} não escolheu nenhum nome.",
	"read-channels.needed": "Escolha o canal de texto em `canal`.",
	"read-channels.private_thread": "Tópicos privados nunca são lidos em voz alta.",
	"read-channels.thread": "Tópicos públicos são lidos junto com o canal deles: escolha {channel}.",
	"read-channels.parent": "esse canal",
	"read-channels.added": "A partir de agora, o Herald lê em voz alta: {what}.",
	"read-channels.removed": "Não é mais lido em voz alta: {what}.",
	"read-channels.full":
		"No máximo {max, plural, one {# canal pode ser lido} other {# canais podem ser lidos}} em voz alta. Remova um primeiro.",
	"read-channels.none": "Nenhum canal está na lista.",
	"read-channels.list": "O Herald lê estes canais em voz alta:",
	"read-channels.deleted":
		"{count, plural, one {Um canal foi excluído do servidor e retirado} other {# canais foram excluídos do servidor e retirados}} da lista.",
	"read-channels.guard":
		"-# Uma mensagem só é lida enquanto todas as pessoas que estão ouvindo podem ver o canal dela.",
	"ignore.needed": "Escolha um membro ou um cargo em `quem`, ou diga em `prefixo` como as mensagens começam.",
	"ignore.everyone":
		"Assim não sobraria ninguém para ler. Para não ler nada, desative `chat-de-voz` em `/servidor leitura` e remova os canais de `/servidor canais-lidos`.",
	"ignore.default_prefix":
		"“{prefix}” é o prefixo padrão enquanto não houver outro. Para trocar, adicione o prefixo que você quer.",
	"ignore.replaced": "-# “{prefix}” era só o prefixo padrão. Adicione-o também se ele ainda deve valer.",
	"ignore.added": "Não é mais lido em voz alta: {what}.",
	"ignore.removed": "Não é mais ignorado: {what}.",
	"ignore.full":
		"Na lista {max, plural, one {cabe no máximo # item} other {cabem no máximo # itens}}. Remova um primeiro.",
	"ignore.none": "A lista está vazia.",
	"ignore.list": "O Herald não lê isto em voz alta:",
	"read-bots.needed": "Escolha um bot em `quem`, ou informe o ID de um webhook em `id-do-webhook`.",
	"read-bots.no_bot": "{who} não é um bot. Membros são lidos sem estar na lista.",
	"read-bots.herald": "O Herald não lê as próprias mensagens.",
	"read-bots.no_webhook":
		"Isso não é o ID de um webhook: ele tem de 17 a 20 dígitos. Ele está no endereço do webhook, depois de webhooks/.",
	"read-bots.added": "A partir de agora, o Herald também lê: {what}.",
	"read-bots.removed": "Não é mais lido em voz alta: {what}.",
	"read-bots.full":
		"Na lista {max, plural, one {cabe no máximo # item} other {cabem no máximo # itens}}. Remova um primeiro.",
	"read-bots.none": "Não há bots nem webhooks na lista, então nenhum é lido.",
	"read-bots.list": "O Herald lê estes bots e webhooks:",

	"dictionary.need_word": "Escreva a palavra em `palavra`.",
	"dictionary.need_say": "Diga em `pronúncia` como a palavra é falada, ou coloque um hífen para omiti-la.",
	"dictionary.no_word":
		"Essa palavra não pode ser encontrada em um texto: ela precisa de uma letra, um número ou um sinal.",
	"dictionary.too_long":
		"Uma palavra e a pronúncia dela podem ter no máximo {max, plural, one {# caractere} other {# caracteres}} cada.",
	"dictionary.blocked": "Este servidor bloqueia uma palavra disso, então não pode ser falado.",
	"dictionary.added": "“{word}” agora é falado como “{say}”.",
	"dictionary.silent": "“{word}” agora é omitido.",
	"dictionary.removed": "“{word}” agora é falado como se escreve.",
	"dictionary.full":
		"No dicionário {max, plural, one {cabe no máximo # palavra} other {cabem no máximo # palavras}}. Nada foi alterado.",
	"dictionary.none": "O dicionário está vazio.",
	"dictionary.list": "Como o Herald pronuncia as palavras aqui:",
	"dictionary.entry": "{word} → {say}",
	"dictionary.nothing": "nada",
	"dictionary.tried": "O Herald falaria:\n> {text}",
	"dictionary.exported":
		"O dicionário: {total, plural, one {# palavra} other {# palavras}}, cada uma com uma tabulação e como ela é falada.",
	"dictionary.need_file":
		"Anexe um arquivo de texto em `arquivo`: em cada linha uma palavra, uma tabulação e como ela é falada.",
	"dictionary.bad_file":
		"O Herald não consegue ler esse arquivo. Ele precisa ser texto UTF-8 de no máximo 64 KiB.",
	"dictionary.imported":
		"O dicionário agora tem {total, plural, =0 {nenhuma palavra} one {a única palavra} other {as # palavras}} do arquivo, e mais nada.",
	"dictionary.not_imported": "Nenhuma linha do arquivo pode ser usada. Nada foi alterado.",
	"dictionary.refused": "{count, plural, one {Uma linha foi omitida} other {# linhas foram omitidas}}:",
	"dictionary.refused.line": "Linha {line}: {why}",
	"dictionary.refused.no_tab": "sem tabulação entre a palavra e como ela é falada",
	"dictionary.refused.no_word": "sem palavra antes da tabulação",
	"dictionary.refused.too_long": "longa demais",
	"dictionary.refused.duplicate": "a palavra já está em uma linha anterior",
	"dictionary.refused.too_many": "o dicionário está cheio",
	"dictionary.refused.blocked": "uma palavra que este servidor bloqueia",

	"speak.pictures": "{count, plural, one {com uma imagem} other {com # imagens}}",
	"speak.videos": "{count, plural, one {com um vídeo} other {com # vídeos}}",
	"speak.sounds": "{count, plural, one {com um áudio} other {com # áudios}}",
	"speak.files": "{count, plural, one {com um arquivo} other {com # arquivos}}",
	"speak.embed": "com um conteúdo incorporado",
	"speak.sticker": "com a figurinha {name}",
	"speak.forward": "Encaminhada",
	"speak.reply": "Em resposta",
	"speak.reply.to": "Em resposta a {who}",
	"speak.poll": "Uma enquete: {poll}",

	"reading.notice":
		"-# {readThere} Um serviço de voz transforma o texto em som. Se você não quer que suas mensagens sejam lidas, desative `leitura` em `/voz escolher`.",
	"reading.notice.joined_for": "O Herald veio por causa de {who}.",
	"reading.declined":
		"Suas mensagens não são mais lidas em voz alta neste servidor. Para que voltem a ser lidas, ative `leitura` em `/voz escolher`.",
	"reading.notice.paused": "-# {who} pausou a leitura aqui.",
	"reading.limited":
		"-# O serviço de voz está aceitando poucas solicitações no momento, então as mensagens são lidas um pouco mais tarde, várias de uma vez.",
	"reading.interrupted":
		"-# O Herald está reiniciando: {count, plural, one {# mensagem não foi lida} other {# mensagens não foram lidas}} até o fim.",
	"reading.cut_off": "-# O Herald foi reiniciado antes de ler todas as mensagens daqui.",
	"reading.share_used": "-# O tempo de leitura de hoje deste servidor acabou. A leitura continua {when}.",
	"reading.failed": "Essa mensagem não pôde ser lida.",
	"reading.left_out": "{count, plural, one {# mensagem foi omitida} other {# mensagens foram omitidas}}.",
	"reading.joined": "{who} {count, plural, one {entrou.} other {entraram.}}",
	"reading.left": "{who} {count, plural, one {saiu.} other {saíram.}}",
	"reading.someone": "alguém",
	"reading.people": "{count, plural, one {# pessoa} other {# pessoas}}",
	"reading.others": "{count, plural, one {mais # pessoa} other {mais # pessoas}}",
	"button.pause_reading": "Pausar a leitura",
	"button.resume_reading": "Continuar a leitura",
	"button.dont_read_me": "Não ler minhas mensagens",
	"read.reply": "{who} para {whom}",
	"read.forward": "{who} encaminha",
	"read.pictures": "{count, plural, one {uma imagem} other {# imagens}}",
	"read.videos": "{count, plural, one {um vídeo} other {# vídeos}}",
	"read.sounds": "{count, plural, one {um áudio} other {# áudios}}",
	"read.files": "{count, plural, one {um arquivo} other {# arquivos}}",
	"read.voice": "uma mensagem de voz de {seconds, plural, one {# segundo} other {# segundos}}",
	"read.sticker": "uma figurinha: {name}",
	"read.embed": "um conteúdo incorporado",
	"read.poll": "uma enquete: {question}",
	"read.answers": "{count, plural, one {# resposta} other {# respostas}}",
	"read.more": "e mais",

	"verdict.read": "**É lida em voz alta** em {channel}.",
	"verdict.skipped": "**Não é lida em voz alta.** {why}",
	"verdict.words": "O que é falado: {words}",
	"verdict.cost":
		"-# Cerca de {seconds, plural, =0 {# segundos} one {# segundo} other {# segundos}} de fala.",
	"verdict.cost.left":
		"-# Cerca de {seconds, plural, =0 {# segundos} one {# segundo} other {# segundos}} de fala. Hoje ainda {left, plural, =0 {restam # segundos} one {resta # segundo} other {restam # segundos}} para ler as mensagens dessa pessoa.",
	"skip.reading_off": "O operador do Herald desativou a leitura.",
	"skip.not_in_voice": "O Herald não está em nenhum canal de voz agora.",
	"skip.paused": "A leitura está pausada agora.",
	"skip.private_thread": "Tópicos privados nunca são lidos.",
	"skip.channel_not_read":
		"O Herald não lê este canal. Membros que podem gerenciar este servidor podem mudar isso com `/servidor leitura` e `/servidor canais-lidos`.",
	"skip.spoken_elsewhere": "Este canal é lido em um canal de voz diferente daquele em que o Herald está.",
	"skip.own_message": "O Herald não lê as próprias mensagens.",
	"skip.bot_not_read":
		"As mensagens de um bot só são lidas se alguém que pode gerenciar este servidor o adicionar com `/servidor bots-lidos`.",
	"skip.webhook_not_read":
		"As mensagens de um webhook só são lidas se alguém que pode gerenciar este servidor o adicionar com `/servidor bots-lidos`.",
	"skip.not_ordinary":
		"O Herald só lê o que os membros escrevem, não os avisos do Discord nem respostas a comandos.",
	"skip.mentions_only": "O Discord só mostra ao Herald mensagens que o mencionam, e esta não menciona.",
	"skip.silent": "Ela foi enviada silenciosamente.",
	"skip.opted_out": "Quem a escreveu não quer que suas mensagens sejam lidas.",
	"skip.forwarded_opted_out": "Quem escreveu a mensagem encaminhada não quer que suas mensagens sejam lidas.",
	"skip.forward_unknown": "O Herald não pode ver a mensagem encaminhada e não sabe se pode lê-la.",
	"skip.ignored_member": "Neste servidor, as mensagens dessa pessoa não são lidas.",
	"skip.ignored_role": "Quem a escreveu tem um cargo cujas mensagens não são lidas neste servidor.",
	"skip.ignored_prefix": "Ela começa com um prefixo ignorado neste servidor.",
	"skip.role_required": "Neste servidor, só membros com {role} são lidos.",
	"skip.not_listening":
		"Só são lidos os membros que estão no canal de voz do Herald, e quem a escreveu não está lá.",
	"skip.author_timed_out": "Quem a escreveu está de castigo.",
	"skip.author_muted": "A moderação silenciou nos canais de voz quem a escreveu.",
	"skip.author_may_not_speak": "Quem a escreveu não pode falar no canal de voz do Herald.",
	"skip.nobody_listens": "Ninguém está ouvindo no canal de voz do Herald.",
	"skip.listener_may_not_view":
		"Alguém no canal de voz do Herald não pode ver este canal, então nada daqui é lido lá.",
	"skip.forbidden_word": "Ela contém uma palavra que este servidor bloqueia.",
	"skip.forbidden_name": "O nome falado antes dela contém uma palavra que este servidor bloqueia.",
	"skip.unspeakable": "Não há nada para falar nela.",
	"skip.unread_script": "Nenhuma voz daqui sabe ler a escrita dela.",
	"skip.too_fast": "Quem a escreveu enviou mensagens demais em um minuto.",
	"skip.repeated": "A mesma pessoa tinha acabado de escrever a mesma coisa.",
	"skip.left_behind": "Foram escritas tantas mensagens que ela seria lida tarde demais.",
	"skip.member_over_share": "Do tempo de fala de hoje dessa pessoa, resta pouco demais para a leitura.",
	"skip.guild_over_share": "Do tempo de fala de hoje deste servidor, resta pouco demais para a leitura.",

	"forget.ask":
		"Isto apaga o que o Herald guarda sobre você neste servidor: sua voz, estilo, velocidade, saída, idioma, predefinições e nome falado, os textos por trás dos seus botões, um texto longo que esteja sendo falado para você, que termina aí, seu tempo de fala dos dias anteriores e seu nome ao lado dos códigos que você resgatou. Os segundos de hoje ficam guardados até a meia-noite (UTC), para que os limites continuem valendo. Se você desativou a leitura das suas mensagens, isso também fica: senão, apagar a ativaria de novo.",
	"forget.yes": "Apagar",
	"forget.no": "Manter",
	"forget.kept": "Nada foi apagado.",
	"forget.done": "Apagado: {what}.",
	"forget.unread": "Suas mensagens continuam não sendo lidas neste servidor.",
	"forget.nothing": "O Herald não tinha nada guardado sobre você aqui.",
	"forget.preferences": "suas escolhas de voz",
	"forget.presets": "{count, plural, one {sua predefinição} other {suas # predefinições}}",
	"forget.texts":
		"{count, plural, one {o texto por trás dos seus botões} other {# textos por trás dos seus botões}}",
	"forget.book": "o texto longo que estava sendo falado para você",
	"forget.days": "seu tempo de fala de {count, plural, one {um dia anterior} other {# dias anteriores}}",
	"forget.redemptions": "seu nome ao lado dos códigos resgatados",

	"problem.role_required": "Só membros com {role} podem usar o Herald para falar aqui.",
	"problem.text_too_long":
		"Neste servidor, os textos podem ter no máximo {max, plural, one {# caractere} other {# caracteres}}. Tente um mais curto.",
	"problem.bad_file.empty": "Não há nada para falar nesse arquivo.",
	"problem.bad_file.encoding":
		"O Herald não consegue ler os caracteres desse arquivo. Salve-o como UTF-8 e anexe-o de novo.",
	"problem.bad_file.binary":
		"Isso não é um arquivo de texto. O Herald lê texto simples (.txt), Markdown (.md) e legendas (.srt, .vtt).",
	"problem.bad_file.gone": "O Discord não tem mais esse arquivo. Anexe-o de novo.",
	"problem.bad_file.unreachable":
		"O Herald não conseguiu obter esse arquivo do Discord. Tente de novo em um minuto.",
	"problem.file_too_long":
		"Esse arquivo é longo demais: o Herald lê no máximo {max, plural, one {# caractere} other {# caracteres}} de um arquivo. O operador pode mudar isso (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.may_not_post":
		"Um arquivo tão longo chega em partes. Para isso, o Herald precisa das permissões **Ver canal**, **Enviar mensagens** e **Anexar arquivos** neste canal.",
	"problem.book_under_way":
		"O Herald já está lendo um texto longo seu aqui, ou vários deste servidor. Espere um terminar, ou cancele-o.",
	"problem.book_in_channel":
		"O Herald já está lendo um texto longo em um canal de voz daqui. Espere ele terminar, ou encerre-o.",
	"problem.may_not_tell":
		"O Herald mostra na mensagem dele até onde um texto longo chegou. Para isso, precisa da permissão **Ver canal** neste canal.",
	"problem.book_over": "Esse texto não está mais aqui. Use `/falar` de novo.",
	"problem.not_your_book": "Só quem pediu o texto decide isso, ou quem pode mover membros.",
	"problem.forbidden_word": "Este servidor bloqueia uma palavra desse texto. Tente outras palavras.",
	"problem.unspeakable_name": "O Herald não consegue falar esse nome: ele precisa de uma letra ou um número.",
	"problem.name_taken":
		"Uma voz, um cargo ou alguém neste servidor tem esse nome, ou um que soa ou parece igual. Escolha outro nome.",
	"problem.may_not_attach_files.member":
		"Você não pode anexar arquivos neste canal, então o Herald não pode postar isto por você. Tente em outro canal.",
	"problem.may_not_send_voice_messages":
		"Você não pode enviar mensagens de voz neste canal. Use `saída: arquivo`, ou tente em outro canal.",
	"problem.may_not_attach_files.herald":
		"O Herald não pode anexar arquivos neste canal. Alguém que gerencia o canal precisa permitir.",
	"problem.not_read":
		"O Herald não consegue consultar agora o que precisa para isso. Tente de novo em um minuto.",
	"problem.not_stored":
		"O Herald não conseguiu salvar isso, então nada foi alterado. Tente de novo em um minuto.",
	"problem.maybe_stored":
		"O Herald perdeu a conexão com o banco de dados enquanto salvava isso e não sabe se foi salvo. Confira em um minuto e tente de novo se não tiver sido.",

	"button.redeem": "Resgatar um código",
	"button.again": "Falar de novo",
	"redeem.modal.title": "Resgatar um código",
	"redeem.modal.code": "Código",
	"redeem.modal.whose": "Ele recarrega a conta que paga a fala deste bot, não a sua.",
	"redeem.again": "Falar agora",
	"redeem.redeemed": "Código resgatado para a conta que paga a fala deste bot. Obrigado!",
	"redeem.redeemed.units":
		"{units} unidades (cerca de {usd}) foram adicionadas à conta que paga a fala deste bot. Obrigado!",
	"balance.units": "Saldo: {units} unidades (cerca de {usd}).",
	"balance.unlimited": "Saldo: ilimitado.",
	"balance.unknown": "O serviço de voz não mostra o saldo.",
	"redeem.refused.rejected":
		"O serviço recusou este código. Ele pode estar digitado errado, já usado ou vencido: confira e tente de novo.",
	"redeem.refused.used": "Este código já foi usado. Nada foi adicionado.",
	"redeem.refused.unknown_code":
		"O serviço não conhece este código. Confira se ele está digitado certo e tente de novo.",
	"redeem.refused.expired": "Este código venceu. Peça um novo a quem o deu a você.",
	"redeem.unknown":
		"A resposta do serviço se perdeu, então o código pode ou não ter sido resgatado. Não o jogue fora: alguém que gerencia este servidor pode conferir com `/crédito mostrar`, e o operador do Herald pode perguntar ao serviço.",
	"redeem.still_unknown":
		"O serviço agora recusa este código, mas a resposta a uma tentativa anterior se perdeu, então talvez aquela tentativa o tenha resgatado. Alguém que gerencia este servidor pode conferir com `/crédito mostrar`.",
	"redeem.code.good": "Seu código continua válido.",
	"redeem.code.unknown":
		"A resposta a uma tentativa anterior com este código se perdeu, então talvez ele já tenha sido resgatado: alguém que gerencia este servidor pode conferir com `/crédito mostrar`.",
	"redeem.unavailable.unreachable":
		"O Herald não consegue acessar o serviço, então o código não foi enviado. {code} Tente de novo em um minuto.",
	"redeem.unavailable.not_served":
		"Este serviço de voz não resgata códigos aqui. {code} O operador do Herald precisa conferir as configurações.",
	"redeem.busy": "Outro código está sendo resgatado. {code} Tente de novo em alguns segundos.",
	"redeem.unauthorized":
		"O serviço não deixa o Herald resgatar códigos. {code} O operador do Herald precisa conferir o token.",
	"redeem.rate_limited": "O serviço não está aceitando códigos no momento. {code} Tente de novo {when}.",
	"redeem.too_fast.member": "São muitos códigos. Você pode tentar o próximo {when}.",
	"redeem.too_fast.refusals": "Três códigos seguidos foram recusados. Você pode tentar outro {when}.",
	"redeem.too_fast.guild": "Este servidor tentou muitos códigos. Você pode tentar o próximo {when}.",
	"redeem.too_fast.service": "Muitos códigos estão sendo resgatados no momento. Tente de novo {when}.",
	"redeem.mistyped": "Este código está digitado errado: confira e tente de novo. Nada foi enviado.",
	"redeem.earlier": "A resposta ao seu último código não chegou até você. Aqui está ela: {outcome}",
	"redeem.in_progress": "Este código já está sendo resgatado.",
	"credit.month":
		"**Este servidor neste mês:** {texts, plural, =0 {# textos} one {# texto} other {# textos}}, {seconds, plural, =0 {# segundos} one {# segundo} many {# de segundos} other {# segundos}} de fala gerados, {prompt, plural, =0 {# tokens} one {# token} many {# de tokens} other {# tokens}} de entrada, {audio, plural, =0 {# tokens} one {# token} many {# de tokens} other {# tokens}} de saída; {cached, number} de {lines, plural, =0 {# linhas} one {# linha} other {# linhas}} vieram do cache. Pelos preços do serviço integrado, são {units} unidades (cerca de {usd}).",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "alguém",
	"credit.nobody": "Ninguém resgatou um código neste servidor ainda.",
	"credit.outcome.sent": "em andamento",
	"credit.outcome.redeemed": "resgatado",
	"credit.outcome.refused": "recusado",
	"credit.outcome.busy": "serviço ocupado",
	"credit.outcome.unauthorized": "não permitido",
	"credit.outcome.rate_limited": "tentativas demais",
	"credit.outcome.unavailable": "não resgatado",
	"credit.outcome.unknown": "desconhecido",

	"channel.answer": "**{voice}** fala em {channel} · {place}\n> {text}",
	"channel.now": "agora",
	"channel.place": "{place}º lugar na fila, em cerca de {seconds} s",
	"channel.line_failed": "Uma parte foi omitida. {why}",
	"channel.ended": "**{voice}** em {channel} · {place}\n> {text}",
	"channel.spoken": "falado",
	"channel.skipped_by_owner": "pulado",
	"channel.skipped_by": "pulado por {who}",
	"channel.skipped_by_vote": "pulado por votação",
	"channel.stopped_by_owner": "parado",
	"channel.stopped_by": "parado por {who}",
	"channel.unfinished": "não terminado",
	"channel.unspoken": "não falado",
	"vote.open": "{by} quer pular o texto de {who}: {votes} de {needed} votos.",
	"vote.skipped": "O texto de {who} foi pulado, por sugestão de {by}.",
	"vote.over": "O texto de {who} terminou, e com ele a votação de {by}.",
	"channel.failed": "Nada disso pôde ser falado.",
	"channel.left": "O Herald saiu do canal antes de terminar.",
	"channel.skipped": "Pulado.",
	"channel.stopped": "Parado.",
	"channel.skipped.count": "{count, plural, one {# texto pulado} other {# textos pulados}}.",
	"channel.skipped.page": "Parágrafo pulado. Os botões abaixo do texto pausam ou encerram a leitura.",
	"channel.stopped.count": "{count, plural, one {# texto parado} other {# textos parados}}.",
	"channel.stopped.page": "O texto longo está pausado: use um botão abaixo dele para continuar.",
	"channel.joined": "O Herald está em {channel}.",
	"channel.gone": "O Herald saiu de {channel}.",
	"channel.queue.empty": "O Herald está em {channel}. A fila está vazia.",
	"channel.queue.total":
		"**{channel}** · {count, plural, one {# texto} other {# textos}}, cerca de {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, lido em voz alta · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, um texto longo · {voice}",
	"button.skip": "Pular",
	"button.stop": "Parar",
	"server.channel.show":
		"**Sai de um canal vazio após** {alone}\n**Sai de um canal em silêncio após** {idle}\n**Texto mais longo em um canal** {text}\n**Volume nos canais de voz** {volume}",

	"help.about":
		"O Herald transforma texto em fala: como arquivo, como mensagem de voz, ou ao vivo em um canal de voz. {help} mostra mais sobre um comando.",
	"help.in_channel": "O Herald está em {channel} agora.",
	"help.managers": "**Para membros que podem gerenciar este servidor**",
	"help.unknown": "Esse comando não existe, ou você não pode usá-lo aqui. Você pode usar estes:",
	"help.menu": "**Apps → {name}**",
	"help.option": "`{name}` {description}",
	"help.option.required": "`{name}` (obrigatório) {description}",
	"help.all": "Todos os comandos",

	bug: "Algo deu errado. Se acontecer de novo, passe este número ao operador do Herald: `{id}`.",
	"interrupted.text": "O Herald foi reiniciado antes de terminar: use o comando de novo.",
	"interrupted.code": "O Herald foi reiniciado antes de chegar a este código: resgate-o de novo.",
	stale: "Isto não funciona mais: use o comando de novo.",

	"problem.unauthorized":
		"O serviço de voz não aceita a chave do Herald. O operador do Herald precisa conferi-la.",
	"problem.forbidden": "O serviço de voz recusa a conta do Herald. O operador do Herald precisa ver isso.",
	"problem.key_exhausted":
		"A chave com que o Herald fala chegou ao próprio limite. O operador do Herald precisa aumentá-lo; códigos não mudam isso.",
	"problem.out_of_credit":
		"A conta que paga a fala está vazia. Resgate um código com `/resgatar` e tente de novo.",
	"problem.rate_limited": "O serviço de voz está ocupado: tente de novo {when}.",
	"problem.daily_limit": "O limite de hoje do serviço de voz foi atingido: tente de novo {when}.",
	"problem.model_unavailable":
		"O serviço de voz não oferece nenhum dos modelos do Herald. O operador do Herald precisa conferir `SPEECH_MODELS`.",
	"problem.bad_request":
		"O serviço de voz não entendeu a solicitação. Tente outra voz ou um texto mais simples.",
	"problem.blocked": "O serviço de voz se recusa a falar este texto. Tente outras palavras.",
	"problem.no_audio":
		"O serviço de voz não devolveu som para este texto. Tente outras palavras ou outra voz.",
	"problem.too_long": "Este texto é longo demais para o serviço de voz. Divida-o em textos mais curtos.",
	"problem.upstream": "O serviço de voz está com problemas. Tente de novo em um minuto.",
	"problem.network": "O Herald não consegue acessar o serviço de voz. Tente de novo em um minuto.",
	"problem.timeout": "O serviço de voz demorou demais. Tente de novo, talvez com um texto mais curto.",
	"problem.bad_response":
		"Algo respondeu, mas não é um serviço de voz. O operador do Herald precisa conferir `SPEECH_BASE_URL`.",
	"problem.unspeakable": "Não há nada para falar neste texto: ele precisa de uma letra ou um número.",
	"problem.unread_script":
		"Nenhuma voz daqui sabe ler a escrita deste texto. As vozes daqui falam {spoken}; o operador do Herald pode adicionar outras (docs/voices.md).",
	"problem.unread_script.unlisted":
		"Nenhuma voz daqui sabe ler este texto. O operador do Herald pode adicionar vozes (docs/voices.md).",
	"problem.unknown_language": "“{language}” não é um idioma que o Herald conhece. Escolha um da lista.",
	"problem.language_unavailable.unlisted":
		"Nenhuma voz daqui fala {language}. Escolha outro idioma da lista; o operador do Herald pode adicionar vozes (docs/voices.md).",
	"problem.language_unavailable":
		"Nenhuma voz daqui fala {language}. As vozes daqui falam {spoken}; o operador do Herald pode adicionar outras (docs/voices.md).",
	"problem.unknown_language.near":
		"Não há nenhum idioma chamado “{language}”. Você quis dizer {suggestions}?",
	"problem.unknown_voice": "Não há nenhuma voz chamada “{voice}”. Você quis dizer {suggestions}?",
	"problem.too_fast": "São muitos textos em um minuto. O Herald pode falar o próximo às {time}.",
	"problem.over_budget.member": "Seu tempo de fala de hoje acabou. Você pode continuar {when}.",
	"problem.over_budget.guild": "O tempo de fala de hoje deste servidor acabou. Você pode continuar {when}.",
	"problem.over_day.member":
		"Este texto dura mais que {seconds, plural, one {o # segundo} other {os # segundos}} de fala que um membro tem por dia. Tente um mais curto.",
	"problem.over_day.guild":
		"Este texto dura mais que {seconds, plural, one {o # segundo} other {os # segundos}} de fala que este servidor tem por dia. Tente um mais curto.",
	"problem.guild_not_allowed":
		"O Herald não está liberado para este servidor. O operador do Herald pode liberá-lo.",
	"problem.bot_missing":
		"Este servidor tem os comandos do Herald, mas não o próprio Herald. Quem gerencia o servidor pode [adicionar o Herald](<{invite}>).",
	"problem.shutting_down": "O Herald está reiniciando: tente de novo em um minuto.",

	"problem.voice.member_not_in_channel": "Entre primeiro em um canal de voz, ou escolha um.",
	"problem.voice.not_in_channel": "O Herald não está em nenhum canal de voz aqui.",
	"problem.voice.skipped": "Este texto foi pulado antes de começar.",
	"problem.voice.nothing_to_skip": "Não há nada para pular.",
	"problem.voice.nothing_to_stop": "Não há nada para parar.",
	"problem.voice.missing_view":
		"O Herald não consegue ver {channel}: falta a ele a permissão **Ver canal** lá.",
	"problem.voice.missing_connect":
		"O Herald não consegue entrar em {channel}: falta a ele a permissão **Conectar** lá.",
	"problem.voice.missing_speak":
		"Ninguém consegue ouvir o Herald em {channel}: falta a ele a permissão **Falar** lá.",
	"problem.voice.channel_full":
		"{channel} está cheio: alguém precisa sair, ou o limite de usuários precisa ser aumentado.",
	"problem.voice.channel_is_afk": "{channel} é o canal AFK, onde ninguém pode ser ouvido. Escolha outro.",
	"problem.voice.channel_gone": "Esse canal de voz não existe mais.",
	"problem.voice.member_timed_out": "Você está de castigo e poderá falar de novo {when}.",
	"problem.voice.member_muted":
		"A moderação silenciou você neste servidor. Enquanto for assim, o Herald não fala por você.",
	"problem.voice.member_may_not_speak":
		"Você não pode falar nesse canal, então o Herald não fala por você lá.",
	"problem.voice.herald_timed_out": "O Herald está de castigo neste servidor e poderá falar de novo {when}.",
	"problem.voice.herald_muted":
		"O Herald está silenciado neste servidor. Ele continua em {channel} quando a moderação tirar o silêncio.",
	"problem.voice.herald_suppressed":
		"O Herald está na plateia de {channel}. Ele continua quando a moderação fizer dele um orador ou der a ele a permissão **Silenciar membros**.",
	"problem.voice.asked_to_speak":
		"O Herald pediu para falar em {channel}. Ele continua quando a moderação aceitar.",
	"problem.voice.cannot_connect":
		"O servidor de voz do Discord para {channel} não respondeu. Tente de novo em um minuto.",
	"problem.voice.connection_lost":
		"O Herald perdeu a conexão com {channel} e não conseguiu recuperá-la. Use `/entrar` de novo.",
	"problem.voice.call_ended": "O Discord encerrou a chamada em {channel}. Use `/entrar` de novo.",
	"problem.voice.voice_rate_limited":
		"O Discord fechou a conexão do Herald com {channel}: foram muitas em pouco tempo. Espere alguns minutos e use `/entrar` de novo.",
	"problem.voice.removed": "O Herald foi removido de {channel}.",
	"problem.voice.others_listen":
		"Outras pessoas estão ouvindo: {votes} de {needed} votos para pular. Membros com **Mover membros** podem pular sem votação.",
	"problem.voice.others_decide":
		"Outras pessoas estão ouvindo, então só membros com **Mover membros** ou **Gerenciar servidor** podem fazer isso. Com `/pular`, mais da metade de quem está ouvindo pode votar para pular.",
	"problem.voice.busy_elsewhere":
		"O Herald está com outras pessoas em {channel}. Junte-se a elas lá, ou peça a alguém com **Mover membros** para trazê-lo.",
	"problem.voice.queue_full":
		"{limit, plural, one {# texto já está esperando} other {# textos já estão esperando}}. Tente de novo quando alguns tiverem sido falados.",
	"problem.voice.queue_too_long":
		"A fila duraria mais de {limit} segundos. Tente de novo um pouco mais tarde.",
	"problem.voice.too_many_of_yours":
		"{limit, plural, one {# texto seu já está esperando} other {# textos seus já estão esperando}}. Espere até alguns terem sido falados.",
	"problem.voice.text_too_long":
		"Em um canal de voz, um texto pode durar no máximo {limit, plural, one {# segundo} other {# segundos}}. Poste-o como arquivo.",
};
