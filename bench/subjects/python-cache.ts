import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildCacheFolder } from '../../runner/runtimes/kept-build.ts'

/** Empties the cache, so that the next start makes the interpreter anew. */
export const forgetInterpreters = () => rm(join(buildCacheFolder, 'python'), { recursive: true, force: true })
