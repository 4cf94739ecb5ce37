/**
 * What a program of many threads is started with: they share one of the allocator's arenas instead of keeping memory in
 * one for each, and what is larger than 128 KB always goes back to the system at once. By itself, the allocator of Linux
 * raises that limit to 32 MB.
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072" };
