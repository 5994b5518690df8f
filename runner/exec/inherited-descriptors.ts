import { readdir, readFile } from 'node:fs/promises'

const closesOnExec = 0o2_000_000

/**
 * The descriptors that a started program would inherit besides its first three: files and sockets that the parent of
 * this process left open. Node marks only the first of them to be closed. Empty if the system does not list
 * descriptors.
 */
export async function inheritedDescriptors(): Promise<number[]> {
  const names = await readdir('/proc/self/fdinfo').catch(() => [])
  const inherited = await Promise.all(
    names.map(async (name) => {
      // A descriptor that was closed meanwhile has no file.
      const info = await readFile(`/proc/self/fdinfo/${name}`, 'latin1').catch(() => '')
      const flags = /^flags:\s+(\d+)$/m.exec(info)?.[1]
      const isKept = flags !== undefined && (Number.parseInt(flags, 8) & closesOnExec) === 0
      return isKept && Number(name) > 2 ? [Number(name)] : []
    }),
  )
  return inherited.flat()
}
