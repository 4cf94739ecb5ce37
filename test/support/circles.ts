/**
 * Which tests `npm test` leaves to `npm run test:all`, by what they wait for. All others are Herald's behaviour in one
 * process: together they take at most 90 s on two free cores, so what is slow belongs here.
 */

/** They need a browser. */
export const pages = ["test/page/**/*.test.ts", "packages/playground/test/page/**/*.test.ts"];

/** Their store is SQLite's in `npm test`, and PostgreSQL in a project of its own. */
export const bothDatabases = [
	"test/accounts/secrets.test.ts",
	"test/credit/clocks.test.ts",
	"test/installs/store.test.ts",
	"test/store/{settings,store}.test.ts",
];

/** Programs that start, end, are killed, meet, or are typed at. */
const programs = [
	"test/{command-lines,crash,hold-shards,loaded-modules,release,start,stop}.test.ts",
	"test/accounts/terms.test.ts",
	"test/credit/{crash,redeem,simulated-gateway,two-bots}.test.ts",
	"test/discord/{connection,forged-presses,guilds,message-access,proxy,shards}.test.ts",
	"test/installs/redeem.test.ts",
	"test/monitoring/metrics.test.ts",
	"test/operations/**/*.test.ts",
	"test/playground/*.test.ts",
	"test/processes/supervisor.test.ts",
	"packages/service/test/{accounts,crash,embedded,intelligible,linear,voices}.test.ts",
];

/** A PostgreSQL server, or a store that is away. */
const databases = ["test/say/limit-all.test.ts", "test/store/{away,postgres,tls,unwritable}.test.ts"];

/** Voice connections, channels' messages and long texts, played as slowly as they are heard. */
const listening = [
	"test/audio/ogg.test.ts",
	"test/books/posting.test.ts",
	"test/reading/{directions,hidden-channels,not-read,old-notes,own-voices,session,settings,several}.test.ts",
	"test/say/{behind-gateway,book-in-channel,channel,embedded,hostile,keeping-up,long-files,service-troubles,wire}.test.ts",
	"test/speech/{document,streams}.test.ts",
	"test/voice/{encryption,intelligible,people,sessions,speaking,streams,troubles}.test.ts",
	"test/voice/{server,state}-packet-first.test.ts",
	"test/voice/patches/contain-faults.test.ts",
];

/** Natural voices, damaged ones, and clients of others. */
const voices = [
	"packages/service/test/engine/*.test.ts",
	"packages/service/test/voices/{fuzz,get-voice,manage-voices}.test.ts",
	"packages/service/test/{openapi,sdk}.test.ts",
];

/** The playground as a Discord for any bot. */
const playground = ["packages/playground/test/*.test.ts", "packages/playground/test/contract/*.test.ts"];

export const slow = [...programs, ...databases, ...listening, ...voices, ...playground];
