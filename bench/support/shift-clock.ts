/** Preloaded into a program (`node --import`). Shifts the process's wall clock by `CLOCK_OFF_MS`. */
const offMs = Number(process.env.CLOCK_OFF_MS ?? 0);
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
	construct: (date, args) => Reflect.construct(date, args.length === 0 ? [date.now() + offMs] : args),
	get: (date, name) => (name === "now" ? () => date.now() + offMs : Reflect.get(date, name)),
});
