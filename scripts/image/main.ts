import { chownSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { compileCacheFolder } from '#runner/core/compile-cache.ts'
import { publicUrlOf } from './public-url.ts'

/**
 * The first process of the container. Platforms mount volumes that belong to root, and then start it as root: it takes
 * the volume over, and goes on as the image's own user.
 */
const account = { uid: 10_001, gid: 10_001 }

const dataDir = process.env.TRAVEL_DATA_DIR || '/data'
if (process.getuid?.() === 0) {
  chownSync(dataDir, account.uid, account.gid)
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
}
// What the app compiles once, and finds at its next start: a link of the image leads here.
mkdirSync(join(dataDir, 'cache'), { recursive: true, mode: 0o700 })
enableCompileCache(compileCacheFolder)

const publicUrl = publicUrlOf(process.env)
if (publicUrl !== undefined) process.env.NEXTAUTH_URL = publicUrl

await import('../start.ts')
