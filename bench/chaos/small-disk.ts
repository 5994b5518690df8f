import { execFile } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** More than the app needs to work. */
const size = '256m'

/** A disk of its own in this folder, in memory. Undefined if this account may not mount one. */
export async function openSmallDisk(folder: string) {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'travel-chaos', folder]).catch(
    () => undefined,
  )
  if (mounted === undefined) return undefined
  const filler = join(folder, 'filler')
  return {
    /** Leaves not one byte. */
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(filler),
    async [Symbol.asyncDispose]() {
      await run('umount', [folder])
    },
  }
}
