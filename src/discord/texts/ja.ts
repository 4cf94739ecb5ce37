import type { Language } from "./en.ts";

export const locales: Language["locales"] = ["ja"];

export const commands: Language["commands"] = {
	say: ["話す", "テキストを音声にします"],
	"say.text": [
		"テキスト",
		"話す内容。行の先頭に名前を書くと、その声が話します。例：Kore: こんにちは！ Puck: やあ！",
	],
	"say.file": ["ファイル", "代わりに話すテキストファイル：.txt、.md、.srt、.vtt"],
	"sound.voice": ["声", "話す声：名前、またはどんな声か"],
	"sound.style": ["話し方", "どのように話すか。例：ささやくように、楽しそうに"],
	"sound.speed": ["速さ", "話す速さ。0.5〜2で、1がその声の本来の速さです"],
	"sound.language": ["言語", "テキストだけでは分からない場合の言語"],
	"sound.as": ["出力", "音声をどの形で、どこに出すか"],
	Speak: ["読み上げる", "メッセージを読み上げます：右クリックまたは長押しして「アプリ」を選択"],
	"Read or not?": [
		"読み上げられる？",
		"メッセージが読み上げられるか、その理由を表示します：右クリックまたは長押しして「アプリ」を選択",
	],
	voice: ["声", "このサーバーでのあなたの声"],
	"voice.me": ["設定", "ここでの自分の声と、メッセージを読み上げてよいかを設定します"],
	"sound.delivery": ["出力", "音声をどの形で、どこに出すか"],
	"voice.me.reading": ["読み上げ", "このサーバーで自分のメッセージを読み上げてよいか"],
	"voice.me.name": ["名前", "読み上げのときに呼ばれる名前"],
	"voice.me.reset": ["リセット", "先に自分の設定をリセットします"],
	"voice.show": ["表示", "ここでの自分の声と、その理由を表示します"],
	"voice.try": ["試す", "声、話し方、言語、速さを試します。聞こえるのはあなただけです"],
	"voice.try.text": ["テキスト", "話す内容。なければ声が自己紹介します"],
	"voice.list": ["一覧", "すべての声をサンプル付きで表示します"],
	"voice.preset": ["プリセット", "自分用の話し方に名前を付けます。声としても会話でも使えます"],
	"preset.name": ["名前", "プリセットの名前"],
	join: ["参加", "Heraldをあなたのボイスチャンネルに呼びます"],
	"join.channel": ["チャンネル", "自分とは別のボイスチャンネル"],
	leave: ["退出", "Heraldをボイスチャンネルから退出させます"],
	skip: ["スキップ", "Heraldが話しているもの、または自分のすべてのテキストをスキップします"],
	"skip.all": ["すべて", "待っているものも含め、自分のテキストをすべてスキップします"],
	stop: ["停止", "話すのをやめて、キューを空にします"],
	queue: ["キュー", "Heraldが話しているものと、待っているものを表示します"],
	server: ["サーバー", "このサーバーでのHeraldの話し方"],
	"server.show": ["表示", "このサーバーの設定を表示します"],
	"server.voice": ["声", "何も設定していないメンバーに使う声"],
	"server.reset": ["リセット", "先に運営者の設定に戻します"],
	"server.limits": ["制限", "ここでHeraldがどれだけ、誰のために話すか"],
	"server.limits.seconds": ["秒数", "サーバー全体で1日に話す秒数。運営者の上限まで"],
	"server.limits.text": ["文字数", "テキストの最大文字数"],
	"server.limits.speakers": ["ロール", "Heraldを使えるロール。@everyoneなら全員"],
	"server.voice-channel": [
		"ボイスチャンネル",
		"ボイスチャンネルから退出するタイミング、テキストの長さ、音量",
	],
	"server.voice-channel.alone": ["無人", "誰もいないチャンネルから退出するまでの秒数"],
	"server.voice-channel.idle": ["無音", "何も話されないチャンネルから退出するまでの秒数"],
	"server.voice-channel.text": ["長さ", "チャンネルでのテキストの最大の長さ（秒）"],
	"server.voice-channel.volume": ["音量", "Heraldの音量をどれだけ上げるか。-12〜6デシベル"],
	"server.action": ["操作", "リストに対する操作"],
	"server.presets": ["プリセット", "全員用の話し方に名前を付けます。声としても会話でも使えます"],
	"server.words": ["禁止ワード", "Heraldがここで話さない言葉"],
	"server.words.words": ["言葉", "単語やフレーズをカンマで区切って入力"],
	"server.words.file": ["ファイル", "1行に単語かフレーズを1つずつ書いたテキストファイル"],
	"server.reading": ["読み上げ", "Heraldがここで読み上げるものと、その方法"],
	"server.reading.voice-chat": ["ボイスチャット", "Heraldがいるボイスチャンネルのチャットを読み上げるか"],
	"server.reading.names": ["名前", "誰が書いたかを言うタイミング"],
	"server.reading.listeners-only": ["参加者のみ", "Heraldのボイスチャンネルにいるメンバーだけを読み上げるか"],
	"server.reading.max-seconds": ["最大秒数", "1つのメッセージを読み上げる最大の秒数"],
	"server.reading.dialogue": ["会話", "声の名前で始まる行（Kore: こんにちは！）をその声で読み上げるか"],
	"server.reading.announce": ["アナウンス", "Heraldのボイスチャンネルに誰が参加、退出したかを言うか"],
	"server.reading.auto-join": ["自動参加", "Heraldが自動でボイスチャンネルに参加するか"],
	"server.reading.share": ["割合", "1日の発話時間のうち、読み上げに使える割合（%）"],
	"server.reading.hold": ["待ち時間", "モデレーションボットが先にメッセージを削除できるように待つ秒数"],
	"server.reading.reset-name": ["名前リセット", "自分で設定した呼び名を取り消すメンバー"],
	"server.read-channels": ["読み上げチャンネル", "Heraldが読み上げるテキストチャンネル"],
	"server.read-channels.channel": ["チャンネル", "テキストチャンネル。その公開スレッドも含まれます"],
	"server.read-channels.spoken-in": [
		"読み上げ先",
		"読み上げるボイスチャンネルを1つに限る場合に指定。なければHeraldがいる場所",
	],
	"server.ignore": ["除外", "Heraldがここで読み上げないもの"],
	"server.ignore.who": ["対象", "メンバーまたはロール"],
	"server.ignore.prefix": ["プレフィックス", "読み上げないメッセージの先頭の文字。指定しなければ //"],
	"server.read-bots": ["読み上げボット", "Heraldが読み上げるボットとウェブフック。ほかは読み上げません"],
	"server.read-bots.who": ["対象", "ボット"],
	"server.read-bots.webhook-id": [
		"ウェブフックid",
		"ウェブフックのID。URLまたはそのメッセージから分かります",
	],
	"server.dictionary": ["辞書", "読み上げのときの単語の読み方"],
	"server.dictionary.word": ["単語", "単語かフレーズ。試すときは文全体でもかまいません"],
	"server.dictionary.say": ["読み", "読み方。- を入れると読みません"],
	"server.dictionary.file": ["ファイル", "各行に単語、タブ、読み方を書いたテキストファイル"],
	redeem: [
		"引き換え",
		"このボットの音声の料金を払うアカウントにコードを使います。あなたのものではありません",
	],
	"redeem.code": ["コード", "コード。ほかの人には見えません"],
	credit: ["クレジット", "ここでの音声の料金と、誰がコードを引き換えたか"],
	"credit.show": ["表示", "残高（分かる場合）と、このサーバーの今月の利用量を表示します"],
	"credit.history": ["履歴", "誰が、いつ、いくらのコードを引き換えたか"],
	help: ["ヘルプ", "Heraldにできることと、ここで使えるものを表示します"],
	"help.command": ["コマンド", "1つのコマンドについて詳しく表示します"],
	"forget-me": ["データ削除", "Heraldがこのサーバーであなたについて保存しているものを消去します"],
};

export const choices: Language["choices"] = {
	"delivery.auto": "自動",
	"delivery.channel": "ボイスチャンネル",
	"delivery.file": "ファイル",
	"delivery.voice-message": "ボイスメッセージ",
	"voice.me.reading.on": "はい",
	"voice.me.reading.off": "いいえ、読み上げない",
	"action.add": "追加",
	"action.remove": "削除",
	"action.list": "表示",
	"action.try": "試す",
	"action.import": "ファイルを読み込む",
	"action.export": "ファイルに書き出す",
	"server.reading.names.off": "言わない",
	"server.reading.names.changed": "前と違う人のとき",
	"server.reading.names.always": "毎回メッセージの前に",
	"server.reading.announce.off": "しない",
	"server.reading.announce.joins": "参加した人",
	"server.reading.announce.both": "参加した人と退出した人",
	"server.reading.auto-join.off": "しない",
	"server.reading.auto-join.on-message": "読み上げるメッセージがあるとき",
	"server.reading.auto-join.on-entry": "誰かがボイスチャンネルに入ったとき",
};

export const sentences: Language["sentences"] = {
	"list.separator": "、",
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.one_of": "話す内容を指定してください。`テキスト`か`ファイル`のどちらか一方です。",
	"book.offer": "このファイルを読むには約{minutes, plural, other {#分}}かかります。",
	"book.offer.share":
		"このファイルを読むには約{minutes, plural, other {#分}}かかります。このサーバーの1日の発話時間の{percent, number}%です。",
	"book.over.member":
		"あなたの今日の残りは{limit, plural, other {#分}}のうち{left, plural, other {#分}}です。運営者が増やせます（`MEMBER_SECONDS_PER_DAY`）。",
	"book.over.guild":
		"このサーバーの今日の残りは{limit, plural, other {#分}}のうち{left, plural, other {#分}}です。サーバーを管理する人は、運営者が許す範囲（`GUILD_SECONDS_PER_DAY`）で、`/サーバー 制限`を使って増やせます。",
	"book.fits": "今日は最初の{minutes, plural, other {#分}}を読めます。",
	"book.fits.nothing": "今日は残りが少なすぎて、読み始められません。",
	"book.button.all": "読む",
	"book.button.fitting": "読めるところまで読む",
	"book.button.no": "読まない",
	"book.button.cancel": "キャンセル",
	"book.declined": "このファイルは読みません。",
	"book.under_way": "**{voice}** · {percent, number}%まで読みました\n> {text}",
	"book.done": "**{voice}** · {length}（{parts, plural, other {#ファイル}}）\n> {text}",
	"book.cancelled": "**{voice}** · {percent, number}%でキャンセルしました\n> {text}",
	"book.expired": "**{voice}** · 1日で終わらず、{percent, number}%で終了しました\n> {text}",
	"book.failed": "**{voice}** · {percent, number}%で終了しました\n> {text}\n{why}",
	"book.left_out": "-# {count, plural, other {#か所}}は読めなかったため、省かれています。",
	"book.part": "**{voice}** · パート{part, number} · {length}\n> {text}",
	"book.cancelled.told": "キャンセルしました。投稿済みのものは残ります。",
	"say.progress": "話しています… {done}/{total}",

	"say.without_style": "-# この音声サービスは話し方に対応していないため、指定なしで話しました。",
	"say.without_style.own": "-# このボット自身の声は話し方を変えられないため、話し方は反映されていません。",
	"say.words_left_out":
		"-# 1つのテキストは全体が1つの言語で話されるため、別の文字で書かれた言葉は抜けることがあります。",
	"say.voice_message_refused":
		"ここではDiscordがボイスメッセージを拒否したため、ファイルとして送信しました。",
	"lost.own": "-# あなたの声{voice}は使えなくなりました。`/声 設定`で別の声を選んでください。",
	"lost.preset.own":
		"-# プリセット{preset}はもうないため、今は{voice}の声になっています。`/声 設定`で別のものを選んでください。",
	"lost.preset.server":
		"-# このサーバーのプリセット{preset}はもうないため、今は{voice}が話します。`/サーバー 声`で別のものを選んでください。",
	"lost.server": "-# このサーバーの声{voice}は使えなくなりました。`/サーバー 声`で別の声を選んでください。",

	"button.another_voice": "別の声で",
	"button.as_voice_message": "ボイスメッセージで",
	"button.as_file": "ファイルで",
	"button.choose_voice": "どの声にしますか？",
	"button.use_voice": "この声を使う",
	"button.over": "このボタンが使えるのは14分間だけです。もう一度コマンドを使ってください。",
	"button.not_yours": "ボタンを使えるのは、コマンドを使ったメンバーだけです。",
	"voices.female": "女性の声",
	"voices.male": "男性の声",
	"voices.other": "その他の声",
	"voice.sex.female": "女性",
	"voice.sex.male": "男性",
	"voice.character.breathy": "息まじり",
	"voice.character.breezy": "さわやか",
	"voice.character.bright": "明るい",
	"voice.character.casual": "カジュアル",
	"voice.character.clear": "クリア",
	"voice.character.easy-going": "のんびり",
	"voice.character.even": "落ち着いた",
	"voice.character.excitable": "ハイテンション",
	"voice.character.firm": "しっかり",
	"voice.character.forward": "率直",
	"voice.character.friendly": "親しみやすい",
	"voice.character.gentle": "やさしい",
	"voice.character.gravelly": "ハスキー",
	"voice.character.informative": "説明上手",
	"voice.character.knowledgeable": "知的",
	"voice.character.lively": "活発",
	"voice.character.mature": "大人っぽい",
	"voice.character.smooth": "なめらか",
	"voice.character.soft": "やわらかい",
	"voice.character.upbeat": "陽気",
	"voice.character.warm": "温かい",
	"voice.character.youthful": "若々しい",

	"style.cheerful": "明るく元気に",
	"style.calm": "寝る前のお話のように、静かにゆっくりと",
	"style.whispering": "内緒話のように、ささやいて",
	"style.solemn": "ニュースのように、落ち着いて",
	"style.excited": "スポーツ実況のように、興奮して",

	"from.option": "コマンドで指定",
	"from.own": "あなたの設定",
	"from.server": "サーバーの設定",
	"from.default": "デフォルト",
	"delivery.auto": "自動",
	"delivery.file": "ファイル",
	"delivery.voice-message": "ボイスメッセージ",
	"delivery.channel": "ボイスチャンネル",
	none: "なし",

	"voice.show":
		"**声** {voice}（{voiceFrom}）\n**話し方** {style}（{styleFrom}）\n**速さ** {speed, number}×（{speedFrom}）\n**出力** {delivery}（{deliveryFrom}）\n**言語** {language}",
	"language.from": "{language}（{from}）",
	"language.unless": "{language}（テキストが明らかに別の言語の場合を除く）",
	"language.by_service": "テキストに合わせる",
	"voice.read": "**読み上げ** する（このサーバーがメッセージを読み上げる場所で）",
	"voice.not_read": "**読み上げ** しない（このサーバーであなたのメッセージは読み上げられません）",
	"voice.name": "**呼び名** {name}",
	"voice.presets": "**あなたのプリセット** {names}",
	"voice.changed": "このサーバーでの設定を保存しました：",
	"voice.reset": "このサーバーでの設定をリセットしました。現在の声は次のとおりです：",
	"voice.nothing":
		"変更するものを指定してください：`声`、`話し方`、`速さ`、`出力`、`言語`、`読み上げ`、`名前`。`リセット`でサーバーの設定に戻ります。",
	"voice.list":
		"すべての声とその特徴です。選ぶとサンプルを聞けます。自分の文で試すには`/声 試す`を使います。サンプルは発話時間に数えられます。\n{voices}",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**声** {voice}\n**話し方** {style}\n**速さ** {speed}\n**出力** {delivery}\n**言語** {language}\n**1日の発話時間** {seconds}\n**メンバー1人の1分あたりのテキスト数** {texts}\n**テキストの最大の長さ** {text}\n**Heraldを使える人** {speakers}\n**禁止ワード** {words}",
	"server.presets": "**プリセット** {count, plural, other {#件}}",
	"preset.needed": "`名前`にプリセットの名前を、`声`に使う声を指定してください。",
	"preset.need_name": "どれかを`名前`に指定してください。",
	"preset.bad_name":
		"名前には2〜{max, number}文字の文字、数字、スペース、ハイフン、アポストロフィが使えます。先頭は文字にしてください。",
	"preset.is_voice": "{name}はすでに声の名前です。別の名前を選んでください。",
	"preset.is_label": "「{name}：」は普通の文章にも出てきます。別の名前を選んでください。",
	"preset.full": "{max, plural, other {#件}}までです。先にどれかを削除してください。",
	"preset.added": "{preset}\n`声`として選ぶか、テキストに「{name}：…」と書いてください。",
	"preset.removed": "{what}を削除しました。",
	"preset.none.server": "このサーバーにはプリセットがありません。",
	"preset.none.own": "ここにはあなたのプリセットがありません。",
	"preset.list.server": "このサーバーのプリセット：",
	"preset.list.own": "あなたのプリセット：",
	"server.changed": "このサーバーの設定は次のとおりです：",
	"server.nothing": "変更するものを指定してください。`リセット`で運営者の設定に戻ります。",
	"server.not_manager": "それができるのは、このサーバーを管理できるメンバーだけです。",
	"server.seconds_too_many":
		"運営者が許可しているのは1日に{max, plural, other {#秒}}までです。もっと小さい数を選んでください。",
	"server.default": "{value}（デフォルト）",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero}デシベル",
	"server.seconds": "{seconds, plural, other {#秒}}",
	"server.unlimited": "制限なし",
	"server.characters": "{max, plural, other {#文字}}",
	"server.everyone": "全員",
	"server.words.added": "{count, plural, other {#語}}を追加しました。リストは現在{total, number}語です。",
	"server.words.removed": "{count, plural, other {#語}}を削除しました。リストは現在{total, number}語です。",
	"server.words.imported": "リストはファイルの{total, plural, other {#語}}になりました。",
	"server.words.exported": "リスト：{total, plural, other {#件}}の単語とフレーズ、1行に1つずつ。",
	"server.words.empty": "リストは空です。禁止ワードはありません。",
	"server.words.need_words": "`言葉`に、カンマで区切って入力してください。",
	"server.words.need_file":
		"`ファイル`に、1行に単語かフレーズを1つずつ書いたテキストファイルを添付してください。",
	"server.words.bad_file":
		"Heraldはこのファイルを読めません。1行に単語かフレーズを1つずつ書いた、64 KiB以下のUTF-8テキストにしてください。",
	"server.words.too_many":
		"リストに入るのは{max, number}語まで、それぞれ{length, number}文字までです。何も変更していません。",

	"list.more": "…ほか{count}件",
	"list.missing": "リストにありません：{what}。何も変更していません。",

	"reading.show":
		"**読み上げるもの** {channels}\n**読み上げる相手** {whose}\n**誰が書いたかを言う** {names}\n**メッセージの最大の長さ** {max}{dialogue}\n**読み上げる前の待ち時間** {hold}\n**発話時間のうち読み上げの割合** {share}\n**アナウンス** {announce}\n**自動参加** {autoJoin}\n**読み上げないもの** {ignored}\n**読み上げるボットとウェブフック** {sources}\n**辞書** {entries}",
	"reading.no_dialogue": "**会話** 1つの声で",
	"reading.off":
		"**読み上げるもの** なし。`/サーバー 読み上げ`と`/サーバー 読み上げチャンネル`で有効にできます。",
	"reading.nothing":
		"まだありません：`ボイスチャット`を有効にするか、`/サーバー 読み上げチャンネル`でチャンネルを追加してください",
	"reading.voice_chat": "Heraldがいるボイスチャンネルのチャット",
	"reading.channel.bound": "{channel}（{voice}でのみ）",
	"reading.there": "{channels}のメッセージが読み上げられます。",
	"reading.there.listeners": "このボイスチャンネルにいるメンバーが{channels}に書いた内容が読み上げられます。",
	"reading.there.mentions": "読み上げられるのは、Heraldにメンションしたメッセージだけです。",
	"reading.access.off":
		"運営者が読み上げをオフにしています（`READ_MESSAGES`）。メッセージは読み上げられません。",
	"reading.access.setting":
		"運営者が読み上げを制限しています（`READ_MESSAGES`）。読み上げられるのは、Heraldにメンションしたメッセージだけです。",
	"reading.access.not_granted":
		"読み上げられるのは、Heraldにメンションしたメッセージだけです。Discordがほかのメッセージを見せないためです。変更するには、運営者がDiscordの開発者ポータルの**Bot**でMessage Content Intentをオンにし、Heraldを再起動します。",
	"reading.access.withdrawn":
		"読み上げられるのは、Heraldにメンションしたメッセージだけです。Discordがほかのメッセージを見せなくなりました。変更するには、運営者がDiscordの開発者ポータルの**Bot**でMessage Content Intentをもう一度オンにし、Heraldを再起動します。",
	"reading.listeners": "Heraldのボイスチャンネルにいるメンバー",
	"reading.everyone": "全員",
	"reading.names.off": "言わない",
	"reading.names.changed": "前と違う人のとき",
	"reading.names.always": "毎回メッセージの前に",
	"reading.no_hold": "なし",
	"reading.share": "{percent}%",
	"reading.announce.off": "なし",
	"reading.announce.joins": "参加した人",
	"reading.announce.both": "参加した人と退出した人",
	"reading.auto_join.off": "しない",
	"reading.auto_join.on-message": "読み上げるメッセージがあるとき",
	"reading.auto_join.on-entry": "誰かがボイスチャンネルに入ったとき",
	"reading.prefix": "「{prefix}」で始まるメッセージ",
	"reading.members": "メンバー{count, plural, other {#人}}",
	"reading.roles": "ロール{count, plural, other {#個}}",
	"reading.webhook": "ウェブフック{id}",
	"reading.no_sources": "なし",
	"reading.entries": "{count, plural, other {#語}}",
	"reading.name_reset": "Heraldは{who}が設定した呼び名を使わなくなりました。",
	"reading.no_name": "{who}は呼び名を設定していません。",
	"read-channels.needed": "`チャンネル`でテキストチャンネルを選んでください。",
	"read-channels.private_thread": "プライベートスレッドは読み上げられません。",
	"read-channels.thread":
		"公開スレッドはそのチャンネルと一緒に読み上げられます。代わりに{channel}を選んでください。",
	"read-channels.parent": "そのチャンネル",
	"read-channels.added": "これからHeraldが読み上げます：{what}。",
	"read-channels.removed": "もう読み上げません：{what}。",
	"read-channels.full":
		"読み上げられるのは{max, plural, other {#チャンネル}}までです。先に1つ削除してください。",
	"read-channels.none": "リストにチャンネルはありません。",
	"read-channels.list": "Heraldが読み上げるチャンネル：",
	"read-channels.deleted":
		"このサーバーで削除された{count, plural, other {#チャンネル}}をリストから外しました。",
	"read-channels.guard":
		"-# メッセージが読み上げられるのは、聞いている全員がそのチャンネルを見られる間だけです。",
	"ignore.needed":
		"`対象`でメンバーかロールを選ぶか、`プレフィックス`にメッセージの先頭の文字を入力してください。",
	"ignore.everyone":
		"それでは読み上げる相手がいなくなります。何も読み上げないようにするには、`/サーバー 読み上げ`の`ボイスチャット`をオフにし、`/サーバー 読み上げチャンネル`からチャンネルを削除してください。",
	"ignore.default_prefix":
		"「{prefix}」は、ほかのプレフィックスがない間のデフォルトです。変えるには、使いたいプレフィックスを追加してください。",
	"ignore.replaced":
		"-# 「{prefix}」はデフォルトにすぎませんでした。引き続き使う場合は、これも追加してください。",
	"ignore.added": "もう読み上げません：{what}。",
	"ignore.removed": "除外から外しました：{what}。",
	"ignore.full": "リストに入るのは{max, plural, other {#件}}までです。先に1つ削除してください。",
	"ignore.none": "リストは空です。",
	"ignore.list": "Heraldが読み上げないもの：",
	"read-bots.needed": "`対象`でボットを選ぶか、`ウェブフックid`にウェブフックのIDを入力してください。",
	"read-bots.no_bot": "{who}はボットではありません。メンバーはリストになくても読み上げられます。",
	"read-bots.herald": "Heraldは自分のメッセージを読み上げません。",
	"read-bots.no_webhook":
		"ウェブフックのIDではありません。17〜20桁の数字で、ウェブフックのURLのwebhooks/の後にあります。",
	"read-bots.added": "これからHeraldが次のものも読み上げます：{what}。",
	"read-bots.removed": "もう読み上げません：{what}。",
	"read-bots.full": "リストに入るのは{max, plural, other {#件}}までです。先に1つ削除してください。",
	"read-bots.none": "リストにボットもウェブフックもないため、どれも読み上げられません。",
	"read-bots.list": "Heraldが読み上げるボットとウェブフック：",

	"dictionary.need_word": "`単語`に単語を入力してください。",
	"dictionary.need_say": "`読み`に読み方を入力するか、読まない場合はハイフンを入れてください。",
	"dictionary.no_word": "その単語はテキストの中で見つけられません。文字、数字、記号のいずれかが必要です。",
	"dictionary.too_long": "単語と読み方は、それぞれ{max, plural, other {#文字}}までです。",
	"dictionary.blocked": "このサーバーの禁止ワードが含まれているため、話せません。",
	"dictionary.added": "「{word}」を「{say}」と読むようにしました。",
	"dictionary.silent": "「{word}」を読まないようにしました。",
	"dictionary.removed": "「{word}」を書かれたとおりに読むようにしました。",
	"dictionary.full": "辞書に入るのは{max, plural, other {#語}}までです。何も変更していません。",
	"dictionary.none": "辞書は空です。",
	"dictionary.list": "ここでの単語の読み方：",
	"dictionary.entry": "{word} → {say}",
	"dictionary.nothing": "読まない",
	"dictionary.tried": "Heraldはこう話します：\n> {text}",
	"dictionary.exported": "辞書：{total, plural, other {#語}}、それぞれタブと読み方付き。",
	"dictionary.need_file":
		"`ファイル`に、各行に単語、タブ、読み方を書いたテキストファイルを添付してください。",
	"dictionary.bad_file": "Heraldはこのファイルを読めません。64 KiB以下のUTF-8テキストにしてください。",
	"dictionary.imported": "辞書はファイルの{total, plural, other {#語}}だけになりました。",
	"dictionary.not_imported": "ファイルに使える行がありません。何も変更していません。",
	"dictionary.refused": "{count, plural, other {#行}}を除きました：",
	"dictionary.refused.line": "{line}行目：{why}",
	"dictionary.refused.no_tab": "単語と読み方の間にタブがありません",
	"dictionary.refused.no_word": "タブの前に単語がありません",
	"dictionary.refused.too_long": "長すぎます",
	"dictionary.refused.duplicate": "同じ単語が前の行にあります",
	"dictionary.refused.too_many": "辞書がいっぱいです",
	"dictionary.refused.blocked": "このサーバーの禁止ワードです",

	"speak.pictures": "{count, plural, other {画像#枚}}付き",
	"speak.videos": "{count, plural, other {動画#本}}付き",
	"speak.sounds": "{count, plural, other {音声#件}}付き",
	"speak.files": "{count, plural, other {ファイル#件}}付き",
	"speak.embed": "埋め込み付き",
	"speak.sticker": "スタンプ「{name}」付き",
	"speak.forward": "転送",
	"speak.reply": "返信",
	"speak.reply.to": "{who}への返信",
	"speak.poll": "投票：{poll}",

	"reading.notice":
		"-# {readThere}音声サービスがテキストを音声に変えます。自分のメッセージを読み上げてほしくない場合は、`/声 設定`の`読み上げ`をオフにしてください。",
	"reading.notice.paused": "-# {who}がここでの読み上げを一時停止しました。",
	"reading.limited":
		"-# 音声サービスが今あまりリクエストを受け付けないため、メッセージは少し遅れて、まとめて読み上げられます。",
	"reading.interrupted":
		"-# Heraldは再起動しています。{count, plural, other {#件}}のメッセージが最後まで読み上げられませんでした。",
	"reading.share_used":
		"-# このサーバーで今日読み上げられる分を使い切りました。読み上げは{when}に再開します。",
	"reading.failed": "そのメッセージは読み上げられませんでした。",
	"reading.left_out": "{count, plural, other {#件}}のメッセージを省きました。",
	"reading.joined": "{who}{count, plural, other {が参加しました。}}",
	"reading.left": "{who}{count, plural, other {が退出しました。}}",
	"reading.someone": "誰か",
	"reading.people": "{count, plural, other {#人}}",
	"reading.others": "{count, plural, other {ほか#人}}",
	"button.pause_reading": "読み上げを一時停止",
	"button.resume_reading": "読み上げを再開",
	"read.reply": "{who}から{whom}へ",
	"read.forward": "{who}が転送",
	"read.pictures": "{count, plural, other {画像#枚}}",
	"read.videos": "{count, plural, other {動画#本}}",
	"read.sounds": "{count, plural, other {音声#件}}",
	"read.files": "{count, plural, other {ファイル#件}}",
	"read.voice": "{seconds, plural, other {#秒}}のボイスメッセージ",
	"read.sticker": "スタンプ、{name}",
	"read.embed": "埋め込み",
	"read.poll": "投票、{question}",
	"read.answers": "{count, plural, other {選択肢#個}}",
	"read.more": "以下省略",

	"verdict.read": "{channel}で**読み上げられます**。",
	"verdict.skipped": "**読み上げられません。** {why}",
	"verdict.words": "話す内容：{words}",
	"verdict.cost": "-# 約{seconds, plural, other {#秒}}の音声。",
	"verdict.cost.left":
		"-# 約{seconds, plural, other {#秒}}の音声。この人のメッセージは今日あと{left, plural, other {#秒}}読み上げられます。",
	"skip.reading_off": "Heraldの運営者が読み上げをオフにしています。",
	"skip.not_in_voice": "Heraldは今ボイスチャンネルにいません。",
	"skip.paused": "読み上げは今一時停止中です。",
	"skip.private_thread": "プライベートスレッドは読み上げられません。",
	"skip.channel_not_read":
		"Heraldはこのチャンネルを読み上げません。このサーバーを管理できるメンバーは、`/サーバー 読み上げ`と`/サーバー 読み上げチャンネル`で変更できます。",
	"skip.spoken_elsewhere": "このチャンネルは、Heraldがいるのとは別のボイスチャンネルで読み上げられます。",
	"skip.own_message": "Heraldは自分のメッセージを読み上げません。",
	"skip.bot_not_read":
		"ボットのメッセージが読み上げられるのは、このサーバーを管理できるメンバーが`/サーバー 読み上げボット`で追加した場合だけです。",
	"skip.webhook_not_read":
		"ウェブフックのメッセージが読み上げられるのは、このサーバーを管理できるメンバーが`/サーバー 読み上げボット`で追加した場合だけです。",
	"skip.not_ordinary":
		"Heraldが読み上げるのはメンバーが書いたものだけで、Discordの通知やコマンドへの応答は読み上げません。",
	"skip.mentions_only": "DiscordがHeraldに見せるのはHeraldにメンションしたメッセージだけで、これは違います。",
	"skip.silent": "サイレントメッセージとして送信されました。",
	"skip.opted_out": "書いた人が読み上げを望んでいません。",
	"skip.ignored_member": "このサーバーでは、書いた人のメッセージは読み上げられません。",
	"skip.ignored_role": "書いた人が、このサーバーで読み上げないロールを持っています。",
	"skip.ignored_prefix": "このサーバーで読み上げないプレフィックスで始まっています。",
	"skip.role_required": "このサーバーで読み上げられるのは、{role}を持つメンバーだけです。",
	"skip.not_listening":
		"読み上げられるのはHeraldのボイスチャンネルにいるメンバーだけで、書いた人はそこにいません。",
	"skip.author_timed_out": "書いた人はタイムアウト中です。",
	"skip.author_muted": "書いた人は、モデレーターにボイスチャンネルでミュートされています。",
	"skip.author_may_not_speak": "書いた人は、Heraldのボイスチャンネルで発言できません。",
	"skip.nobody_listens": "Heraldのボイスチャンネルで聞いている人がいません。",
	"skip.listener_may_not_view":
		"Heraldのボイスチャンネルに、このチャンネルを見られない人がいるため、ここの内容はそこで読み上げられません。",
	"skip.forbidden_word": "このサーバーの禁止ワードが含まれています。",
	"skip.forbidden_name": "その前に呼ばれる名前に、このサーバーの禁止ワードが含まれています。",
	"skip.unspeakable": "話せる内容がありません。",
	"skip.unread_script": "その文字を読める声がここにはありません。",
	"skip.too_fast": "書いた人が1分間に送ったメッセージが多すぎます。",
	"skip.repeated": "書いた人が直前に同じ内容を書いています。",
	"skip.left_behind": "メッセージが多すぎて、読み上げるのが遅くなりすぎるところでした。",
	"skip.member_over_share": "書いた人の今日の発話時間は、読み上げに使える分が足りません。",
	"skip.guild_over_share": "このサーバーの今日の発話時間は、読み上げに使える分が足りません。",

	"forget.ask":
		"Heraldがこのサーバーであなたについて保存しているものを消去します：声、話し方、速さ、出力、言語、呼び名、ボタンのためのテキスト、昨日までの発話時間、引き換えたコードの横の名前。今日の秒数は、制限を守るために午前0時（UTC）まで残ります。読み上げをオフにしている場合、それも残ります。消去すると再びオンになってしまうためです。",
	"forget.yes": "消去する",
	"forget.no": "残す",
	"forget.kept": "何も消去していません。",
	"forget.done": "消去しました：{what}。",
	"forget.unread": "このサーバーであなたのメッセージは引き続き読み上げられません。",
	"forget.nothing": "ここにはあなたについて保存されたものはありませんでした。",
	"forget.preferences": "声の設定",
	"forget.presets": "あなたのプリセット{count, plural, other {#件}}",
	"forget.texts": "ボタンのためのテキスト{count, plural, other {#件}}",
	"forget.days": "昨日までの{count, plural, other {#日}}分の発話時間",
	"forget.redemptions": "引き換えたコードの横の名前",

	"problem.role_required": "ここでHeraldに話させられるのは、{role}を持つメンバーだけです。",
	"problem.text_too_long":
		"このサーバーのテキストは{max, plural, other {#文字}}までです。もっと短くしてください。",
	"problem.bad_file.empty": "そのファイルには話せる内容がありません。",
	"problem.bad_file.encoding":
		"Heraldはそのファイルの文字を読めません。UTF-8で保存して、もう一度添付してください。",
	"problem.bad_file.binary":
		"テキストファイルではありません。Heraldが読むのは、プレーンテキスト（.txt）、Markdown（.md）、字幕（.srt、.vtt）です。",
	"problem.bad_file.gone": "Discordにそのファイルはもうありません。もう一度添付してください。",
	"problem.bad_file.unreachable":
		"HeraldはDiscordからそのファイルを取得できませんでした。1分後にもう一度お試しください。",
	"problem.file_too_long":
		"そのファイルは長すぎます。Heraldが1つのファイルから読むのは{max, plural, other {#文字}}までです。運営者が変更できます（`TEXT_FILE_MAX_CHARACTERS`）。",
	"problem.may_not_post":
		"これほど長いファイルは分けて投稿されます。そのためには、このチャンネルでHeraldに**チャンネルを見る**、**メッセージを送信**、**ファイルを添付**の権限が必要です。",
	"problem.book_under_way":
		"Heraldはここですでにあなたのファイル、またはこのサーバーの複数のファイルを読んでいます。終わるまで待つか、キャンセルしてください。",
	"problem.book_over": "そのファイルはもうありません。もう一度添付してください。",
	"problem.not_your_book": "それを決められるのは、ファイルを添付した人か、メンバーを移動できる人だけです。",
	"problem.forbidden_word":
		"このテキストには、このサーバーの禁止ワードが含まれています。別の言葉にしてください。",
	"problem.unspeakable_name": "Heraldはその名前を言えません。文字か数字が必要です。",
	"problem.name_taken":
		"このサーバーに、同じ名前か、同じように聞こえる名前の人がいます。別の名前を選んでください。",
	"problem.may_not_attach_files.member":
		"このチャンネルではあなたがファイルを添付できないため、Heraldが代わりに投稿することもできません。別のチャンネルで試してください。",
	"problem.may_not_send_voice_messages":
		"このチャンネルではボイスメッセージを送信できません。`出力: ファイル`を使うか、別のチャンネルで試してください。",
	"problem.may_not_attach_files.herald":
		"Heraldはこのチャンネルでファイルを添付できません。チャンネルを管理している人の許可が必要です。",
	"problem.not_read": "Heraldは今、必要な情報を確認できません。1分後にもう一度お試しください。",
	"problem.not_stored":
		"Heraldはそれを保存できなかったため、何も変更していません。1分後にもう一度お試しください。",

	"button.redeem": "コードを引き換える",
	"button.again": "もう一度話す",
	"redeem.modal.title": "コードを引き換える",
	"redeem.modal.code": "コード",
	"redeem.modal.whose": "あなたではなく、このボットの音声の料金を払うアカウントにチャージされます。",
	"redeem.again": "今すぐ話す",
	"redeem.redeemed":
		"このボットの音声の料金を払うアカウントで、コードを引き換えました。ありがとうございます！",
	"redeem.redeemed.units":
		"このボットの音声の料金を払うアカウントに{units}ユニット（約{usd}）を追加しました。ありがとうございます！",
	"balance.units": "残高：{units}ユニット（約{usd}）。",
	"balance.unlimited": "残高：無制限。",
	"balance.unknown": "音声サービスは残高を公開していません。",
	"redeem.refused.rejected":
		"サービスがこのコードを拒否しました。入力ミス、使用済み、期限切れの可能性があります。確認してもう一度お試しください。",
	"redeem.refused.used": "このコードはすでに使われています。何も追加されませんでした。",
	"redeem.refused.unknown_code":
		"サービスはこのコードを知りません。入力ミスがないか確認して、もう一度お試しください。",
	"redeem.refused.expired": "このコードは期限切れです。コードをくれた人に新しいものをもらってください。",
	"redeem.unknown":
		"サービスの応答が届かなかったため、コードが引き換えられたかどうか分かりません。コードは捨てないでください。このサーバーを管理している人は`/クレジット 表示`で確認でき、Heraldの運営者はサービスに問い合わせられます。",
	"redeem.still_unknown":
		"サービスは今このコードを拒否していますが、前回の応答が届かなかったため、そのときに引き換えられた可能性があります。このサーバーを管理している人は`/クレジット 表示`で確認できます。",
	"redeem.code.good": "コードはまだ有効です。",
	"redeem.code.unknown":
		"このコードの前回の応答が届かなかったため、すでに引き換えられた可能性があります。このサーバーを管理している人は`/クレジット 表示`で確認できます。",
	"redeem.unavailable.unreachable":
		"Heraldはサービスに接続できないため、コードは送信されていません。{code}1分後にもう一度お試しください。",
	"redeem.unavailable.not_served":
		"この音声サービスはここでコードを引き換えられません。{code}Heraldの運営者が設定を確認する必要があります。",
	"redeem.busy": "別のコードを引き換えています。{code}数秒後にもう一度お試しください。",
	"redeem.unauthorized":
		"サービスはHeraldにコードの引き換えを許可していません。{code}Heraldの運営者がトークンを確認する必要があります。",
	"redeem.rate_limited": "サービスは今コードを受け付けていません。{code}{when}にもう一度お試しください。",
	"redeem.too_fast.member": "コードが多すぎます。次のコードは{when}に試せます。",
	"redeem.too_fast.refusals": "コードが3回続けて拒否されました。次は{when}に試せます。",
	"redeem.too_fast.guild": "このサーバーでは多くのコードが試されました。次のコードは{when}に試せます。",
	"redeem.too_fast.service": "今、多くのコードが引き換えられています。{when}にもう一度お試しください。",
	"redeem.mistyped":
		"このコードには入力ミスがあります。確認してもう一度お試しください。何も送信していません。",
	"redeem.earlier": "前回のコードの結果があなたに届いていませんでした。結果は次のとおりです：{outcome}",
	"redeem.in_progress": "このコードはすでに引き換え中です。",
	"credit.month":
		"**このサーバーの今月：** テキスト{texts, plural, other {#件}}、生成した音声{seconds, plural, other {#秒}}、入力{prompt, plural, other {#トークン}}、出力{audio, plural, other {#トークン}}。{lines, plural, other {#行}}のうち{cached, number}行はキャッシュから。内蔵サービスの料金では{units}ユニット（約{usd}）です。",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "誰か",
	"credit.nobody": "このサーバーではまだ誰もコードを引き換えていません。",
	"credit.outcome.sent": "処理中",
	"credit.outcome.redeemed": "引き換え済み",
	"credit.outcome.refused": "拒否",
	"credit.outcome.busy": "サービスが混雑中",
	"credit.outcome.unauthorized": "許可なし",
	"credit.outcome.rate_limited": "試行回数が多すぎます",
	"credit.outcome.unavailable": "未引き換え",
	"credit.outcome.unknown": "不明",

	"channel.answer": "**{voice}** が{channel}で話します · {place}\n> {text}",
	"channel.now": "今",
	"channel.place": "キューの{place}番目、約{seconds}秒後",
	"channel.line_failed": "一部を省きました。{why}",
	"channel.ended": "**{voice}** · {channel} · {place}\n> {text}",
	"channel.spoken": "話しました",
	"channel.skipped_by_owner": "スキップ",
	"channel.skipped_by": "{who}がスキップ",
	"channel.skipped_by_vote": "投票でスキップ",
	"channel.stopped_by_owner": "停止",
	"channel.stopped_by": "{who}が停止",
	"channel.unfinished": "途中で終了",
	"channel.unspoken": "話していません",
	"vote.open": "{who}のテキストをスキップしますか？ {needed}票中{votes}票。",
	"vote.skipped": "{who}のテキストはスキップされました。",
	"vote.over": "{who}のテキストが終わったため、スキップの投票も終わりました。",
	"channel.failed": "何も話せませんでした。",
	"channel.left": "終わる前にHeraldがチャンネルから退出しました。",
	"channel.skipped": "スキップしました。",
	"channel.stopped": "停止しました。",
	"channel.skipped.count": "テキスト{count, plural, other {#件}}をスキップしました。",
	"channel.stopped.count": "テキスト{count, plural, other {#件}}を停止しました。",
	"channel.joined": "Heraldは{channel}にいます。",
	"channel.gone": "Heraldは{channel}から退出しました。",
	"channel.queue.empty": "Heraldは{channel}にいます。キューは空です。",
	"channel.queue.total": "**{channel}** · テキスト{count, plural, other {#件}}、約{seconds}秒",
	"channel.queue.line": "{place} {who} · {voice} · {seconds}秒",
	"channel.queue.read": "{place} {who}、読み上げ · {voice} · {seconds}秒",
	"button.skip": "スキップ",
	"button.stop": "停止",
	"server.channel.show":
		"**誰もいないチャンネルから退出するまで** {alone}\n**無音のチャンネルから退出するまで** {idle}\n**チャンネルでのテキストの最大の長さ** {text}\n**ボイスチャンネルでの音量** {volume}",

	"help.about":
		"Heraldはテキストを音声にします：ファイルとして、ボイスメッセージとして、またはボイスチャンネルでそのまま。コマンドについて詳しくは{help}で。",
	"help.in_channel": "Heraldは今{channel}にいます。",
	"help.managers": "**このサーバーを管理できるメンバー向け**",
	"help.unknown": "そのコマンドは存在しないか、ここでは使えません。使えるのは次のとおりです：",
	"help.menu": "**アプリ → {name}**",
	"help.option": "`{name}` {description}",
	"help.option.required": "`{name}`（必須） {description}",
	"help.all": "すべてのコマンド",

	bug: "問題が発生しました。また起きた場合は、この番号をHeraldの運営者に伝えてください：`{id}`。",
	"interrupted.text": "終わる前にHeraldが再起動しました。もう一度コマンドを使ってください。",
	"interrupted.code": "このコードを処理する前にHeraldが再起動しました。もう一度引き換えてください。",
	stale: "これはもう使えません。もう一度コマンドを使ってください。",

	"problem.unauthorized":
		"音声サービスがHeraldのキーを受け付けません。Heraldの運営者が確認する必要があります。",
	"problem.forbidden": "音声サービスがHeraldのアカウントを拒否しています。Heraldの運営者の対応が必要です。",
	"problem.key_exhausted":
		"Heraldが使うキーが、それ自体の上限に達しました。Heraldの運営者が上限を上げる必要があります。コードでは変わりません。",
	"problem.out_of_credit":
		"音声の料金を払うアカウントの残高がありません。`/引き換え`でコードを引き換えて、もう一度お試しください。",
	"problem.rate_limited": "音声サービスが混雑しています。{when}にもう一度お試しください。",
	"problem.daily_limit": "音声サービスの今日の上限に達しました。{when}にもう一度お試しください。",
	"problem.model_unavailable":
		"音声サービスがHeraldのモデルをどれも提供していません。Heraldの運営者が`SPEECH_MODELS`を確認する必要があります。",
	"problem.bad_request":
		"音声サービスがリクエストを理解できませんでした。別の声か、もっと簡単なテキストで試してください。",
	"problem.blocked": "音声サービスはこのテキストを話しません。別の言葉で試してください。",
	"problem.no_audio":
		"音声サービスがこのテキストの音声を返しませんでした。別の言葉か別の声で試してください。",
	"problem.too_long": "このテキストは音声サービスには長すぎます。短く分けてください。",
	"problem.upstream": "音声サービスに問題が起きています。1分後にもう一度お試しください。",
	"problem.network": "Heraldは音声サービスに接続できません。1分後にもう一度お試しください。",
	"problem.timeout":
		"音声サービスの応答に時間がかかりすぎました。テキストを短くするなどして、もう一度お試しください。",
	"problem.bad_response":
		"応答はありましたが、音声サービスではありません。Heraldの運営者が`SPEECH_BASE_URL`を確認する必要があります。",
	"problem.unspeakable": "このテキストには話せる内容がありません。文字か数字が必要です。",
	"problem.unread_script":
		"このテキストの文字を読める声がここにはありません。ここの声が話す言語は{spoken}です。Heraldの運営者はほかの声を追加できます（docs/voices.md）。",
	"problem.unread_script.unlisted":
		"このテキストを読める声がここにはありません。Heraldの運営者は声を追加できます（docs/voices.md）。",
	"problem.unknown_language":
		"「{language}」はHeraldが知っている言語ではありません。リストから選んでください。",
	"problem.language_unavailable.unlisted":
		"{language}を話す声がここにはありません。リストから別の言語を選んでください。Heraldの運営者は声を追加できます（docs/voices.md）。",
	"problem.language_unavailable":
		"{language}を話す声がここにはありません。ここの声が話す言語は{spoken}です。Heraldの運営者はほかの声を追加できます（docs/voices.md）。",
	"problem.unknown_voice": "「{voice}」という声はありません。もしかして：{suggestions}",
	"problem.too_fast": "1分間のテキストが多すぎます。Heraldが次を話せるのは{time}以降です。",
	"problem.over_budget.member": "今日のあなたの発話時間を使い切りました。{when}に再開できます。",
	"problem.over_budget.guild": "今日のこのサーバーの発話時間を使い切りました。{when}に再開できます。",
	"problem.over_day.member":
		"このテキストは、メンバーの1日の発話時間{seconds, plural, other {#秒}}より長くなります。もっと短くしてください。",
	"problem.over_day.guild":
		"このテキストは、このサーバーの1日の発話時間{seconds, plural, other {#秒}}より長くなります。もっと短くしてください。",
	"problem.guild_not_allowed":
		"このサーバーではHeraldが有効になっていません。Heraldの運営者が有効にできます。",
	"problem.bot_missing":
		"このサーバーにはHeraldのコマンドがありますが、Herald自体がいません。サーバーを管理している人は[Heraldを追加](<{invite}>)できます。",
	"problem.shutting_down": "Heraldは再起動しています。1分後にもう一度お試しください。",

	"problem.voice.member_not_in_channel": "先にボイスチャンネルに参加するか、チャンネルを選んでください。",
	"problem.voice.not_in_channel": "Heraldはここではどのボイスチャンネルにもいません。",
	"problem.voice.nothing_to_skip": "スキップするものがありません。",
	"problem.voice.nothing_to_stop": "停止するものがありません。",
	"problem.voice.missing_view": "Heraldには{channel}が見えません。そこで**チャンネルを見る**権限が必要です。",
	"problem.voice.missing_connect": "Heraldは{channel}に参加できません。そこで**接続**権限が必要です。",
	"problem.voice.missing_speak":
		"{channel}ではHeraldの声が誰にも聞こえません。そこで**発言**権限が必要です。",
	"problem.voice.channel_full":
		"{channel}は満員です。誰かが退出するか、ユーザー人数の上限を上げる必要があります。",
	"problem.voice.channel_is_afk":
		"{channel}はAFKチャンネルで、誰の声も聞こえません。別のチャンネルを選んでください。",
	"problem.voice.channel_gone": "そのボイスチャンネルはもうありません。",
	"problem.voice.member_timed_out": "あなたはタイムアウト中です。{when}に再び話せます。",
	"problem.voice.member_muted":
		"あなたはこのサーバーでミュートされています。解除されるまで、Heraldはあなたの代わりに話しません。",
	"problem.voice.member_may_not_speak":
		"あなたはそのチャンネルで発言できないため、Heraldもそこであなたの代わりに話しません。",
	"problem.voice.herald_timed_out": "Heraldはこのサーバーでタイムアウト中です。{when}に再び話せます。",
	"problem.voice.herald_muted":
		"Heraldはこのサーバーでミュートされています。モデレーターが解除すると、{channel}で続けます。",
	"problem.voice.herald_suppressed":
		"Heraldは{channel}のオーディエンスにいます。モデレーターがスピーカーにするか、**メンバーをミュート**権限を与えると続けます。",
	"problem.voice.asked_to_speak":
		"Heraldは{channel}で発言をリクエストしました。モデレーターが承認すると続けます。",
	"problem.voice.cannot_connect":
		"{channel}のDiscordのボイスサーバーが応答しませんでした。1分後にもう一度お試しください。",
	"problem.voice.connection_lost":
		"Heraldは{channel}への接続を失い、戻れませんでした。もう一度`/参加`を使ってください。",
	"problem.voice.call_ended": "Discordが{channel}の通話を終了しました。もう一度`/参加`を使ってください。",
	"problem.voice.voice_rate_limited":
		"Discordが{channel}へのHeraldの接続を閉じました。短時間に接続が多すぎました。数分待ってから、もう一度`/参加`を使ってください。",
	"problem.voice.removed": "Heraldは{channel}から外されました。",
	"problem.voice.others_listen":
		"ほかの人が聞いています。スキップには{needed}票が必要で、今は{votes}票です。**メンバーを移動**権限があるメンバーは投票なしでスキップできます。",
	"problem.voice.others_decide":
		"ほかの人が聞いているため、それができるのは**メンバーを移動**か**サーバー管理**の権限があるメンバーだけです。`/スキップ`では、聞いている人の過半数の投票でスキップできます。",
	"problem.voice.busy_elsewhere":
		"Heraldは{channel}でほかの人と一緒にいます。そこに参加するか、**メンバーを移動**権限がある人に連れてきてもらってください。",
	"problem.voice.queue_full":
		"すでに{limit, plural, other {#件}}のテキストが待っています。いくつか話し終わってから、もう一度お試しください。",
	"problem.voice.queue_too_long": "キューが{limit}秒より長くなります。少し後でもう一度お試しください。",
	"problem.voice.too_many_of_yours":
		"あなたのテキストがすでに{limit, plural, other {#件}}待っています。いくつか話し終わるまでお待ちください。",
	"problem.voice.text_too_long":
		"ボイスチャンネルでは、テキストは{limit, plural, other {#秒}}までです。代わりにファイルとして投稿してください。",
};
