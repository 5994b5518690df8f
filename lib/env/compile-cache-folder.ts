import { join } from 'node:path'

/**
 * Where Node keeps compiled modules. Whoever can write here can run code in the app, like whoever can write to the
 * packages; a folder that all users share, as Node's default, would not do.
 */
export const compileCacheFolder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled')
