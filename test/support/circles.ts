/**
 * The tests that `npm test` leaves to `npm run test:all`, by what they wait for. The other tests test Herald's
 * behaviour in one process, and take at most 90 s on two free cores, so slow tests belong here.
 */

/** Tests that need a browser. Only `test/page/launch.test.ts` shows that a launched bot trusts the voice gateway. */
export const pages = ["test/page/**/*.test.ts", "packages/playground/test/page/**/*.test.ts"];

/** Tests that run with SQLite's store in `npm test`, and with PostgreSQL in a project of their own. */
export const bothDatabases = [
	"test/accounts/secrets.test.ts",
	"test/credit/clocks.test.ts",
	"test/installs/store.test.ts",
	"test/say/budget.test.ts",
	"test/store/{programs,settings,store}.test.ts",
];

/** Tests that start programs, stop or kill them, run several at once, or type into them. */
const programs = [
	"test/{command-lines,crash,hold-shards,loaded-modules,release,settings-file,start,stop,supervisors}.test.ts",
	"test/accounts/terms.test.ts",
	"test/credit/redeem.test.ts",
	"test/discord/{connection,forged-presses,fuzz,guilds,message-access,proxy,shards}.test.ts",
	"test/installs/redeem.test.ts",
	"test/monitoring/metrics.test.ts",
	"test/operations/**/*.test.ts",
	"test/processes/supervisor.test.ts",
	"packages/service/test/{crash,embedded,fairness,linear,voices}.test.ts",
];

/** Tests with a PostgreSQL server, or with a store that is away. */
const databases = ["test/store/{postgres,tls,unwritable}.test.ts"];

/** Tests of voice connections, channels' messages and long texts. They last as long as the speech that is heard. */
const listening = [
	"test/audio/{live-encoder,ogg}.test.ts",
	"test/reading/{directions,hidden-channels,not-read,old-notes,own-voices,session,settings,several}.test.ts",
	"test/say/{book-in-channel,channel,embedded,keeping-up,long-files,quiet-hours,service-troubles,slow-store,stalls,wire}.test.ts",
	"test/speech/{document,streams}.test.ts",
	"test/voice/{intelligible,sessions,speaking,streams,troubles}.test.ts",
	"test/voice/{server,state}-packet-first.test.ts",
];

/** Tests of the service's engines, of voices and their archives, and of the service with clients that others wrote. */
const voices = [
	"packages/service/test/engine/*.test.ts",
	"packages/service/test/voices/{add-voice,fuzz,get-voice,manage-voices,unpack}.test.ts",
	"packages/service/test/clients.test.ts",
];

/** Tests that try every pattern with long texts, which keeps a processor busy. */
const patterns = ["test/speech/text/patterns.test.ts", "packages/service/test/patterns.test.ts"];

/** Tests of the playground as a Discord for any bot. */
const playground = ["packages/playground/test/*.test.ts", "packages/playground/test/contract/*.test.ts"];

export const slow = [...programs, ...databases, ...listening, ...voices, ...patterns, ...playground];
