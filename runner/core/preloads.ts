// Not a part of `compile-cache.ts`: the built app starts threads too, and its modules have no folder on the disk.

/** What this process loads before its program, such as the loader of an installed copy. Its threads and programs too. */
export const preloads = process.execArgv.filter((one) => one.startsWith('--import='))
