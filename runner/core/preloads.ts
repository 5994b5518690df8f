// Not a part of `compile-cache.ts`: the built app starts threads too, and its modules have no folder on the disk.

/** The options of this process that load modules before its program. Threads and child processes need them too. */
export const preloads = process.execArgv.filter((one) => one.startsWith('--import='))
