import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The system's program folders. `PATH` is not used, because it may name a folder that other users can write to. */
const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'] as const

/** The sandbox shows this folder, so a program must be below it. */
const systemFolder = '/usr/'

export type FoundProgram = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string }

/**
 * The absolute path of a system program, with links resolved. Only root may own or change the program and every folder
 * above it.
 */
export async function findProgram(name: string, folders: readonly string[] = programFolders): Promise<FoundProgram> {
  if (!/^[A-Za-z0-9._+-]{1,64}$/.test(name) || /^\.+$/.test(name)) return { ok: false, why: 'is not a name' }
  let why = `is not installed in ${folders.join(', ')}`
  for (const folder of folders) {
    const path = await realpath(join(folder, name)).catch(() => undefined)
    if (path === undefined) continue
    const problem = await problemOf(path)
    if (problem === undefined) return { ok: true, path }
    why = problem
  }
  return { ok: false, why }
}

async function problemOf(path: string): Promise<string | undefined> {
  const file = await stat(path)
  if (!file.isFile() || (file.mode & 0o111) === 0) return 'is not a program'
  if (!path.startsWith(systemFolder)) return `is not below ${systemFolder}`
  if (!isOfSystem(file)) return 'can be changed by others than root'
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!isOfSystem(await stat(folder))) return `is below ${folder}, which others than root can change`
    if (folder === '/') return undefined
  }
}

const isOfSystem = ({ uid, gid, mode }: Stats): boolean =>
  uid === 0 && (mode & 0o002) === 0 && ((mode & 0o020) === 0 || gid === 0)
