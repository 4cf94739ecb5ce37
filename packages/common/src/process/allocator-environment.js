/**
 * What a program of many threads is started with: the main thread has an arena of the allocator, and all others share one;
 * what takes 32 KB or more, as what V8 compiles with does, goes back to the system at once. By itself, the allocator of
 * Linux gives each thread an arena and raises that limit to 32 MB. A limit of 128 KB costs a tenth less time while thousands
 * of servers arrive, and 8 to 15 MB more.
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "32768" };
