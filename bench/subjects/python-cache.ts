import { rm } from 'node:fs/promises'
import { interpreterCacheFolder } from '../../runner/runtimes/python/interpreter-cache.ts'

/** Empties the cache, so that the next start makes the interpreter anew. */
export const forgetInterpreters = () => rm(interpreterCacheFolder, { recursive: true, force: true })
