/**
 * Environment of long-lived processes, for the allocator of glibc: one arena, and what is free at its end goes back. Its
 * threads otherwise keep what a burst of work took, each in arenas of its own, 30 MB for a controller of 100 operators.
 * The image sets the same. Source: mallopt(3)
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } as const;
