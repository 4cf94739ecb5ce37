/**
 * Changes a guild's list, however many do so at once.
 *
 * @param edit - returns the new list for the current one, or undefined to leave it; it must not use the store
 * @returns how many entries there were before and are now
 */
export type ListChange<T> = (
	guildId: string,
	edit: (current: readonly T[]) => readonly T[] | undefined,
) => Promise<{ readonly before: number; readonly after: number }>;
