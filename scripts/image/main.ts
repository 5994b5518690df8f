import { chownSync } from 'node:fs'
import { publicUrlOf } from './public-url.ts'

/**
 * The first process of the container. Platforms mount volumes that belong to root, and then start it as root: it takes
 * the volume over, and goes on as the image's own user.
 */
const account = { uid: 10_001, gid: 10_001 }

if (process.getuid?.() === 0) {
  chownSync(process.env.TRAVEL_DATA_DIR || '/data', account.uid, account.gid)
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
}
const publicUrl = publicUrlOf(process.env)
if (publicUrl !== undefined) process.env.NEXTAUTH_URL = publicUrl

await import('../start.ts')
