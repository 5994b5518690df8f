import { access, constants, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AptFile, type DebianMirror, debianMirror, readAptSources } from './apt-sources.ts'

/** Whether this machine can build a root from Debian's packages. */
export type Machine =
  | { readonly kind: 'debian'; readonly mirror: DebianMirror; readonly debootstrap: string }
  /** It cannot; `remedy` says what is needed. */
  | { readonly kind: 'unfit'; readonly reason: string; readonly remedy: string }

type MachineOptions = {
  /** The path of the root folder. Default: `/`. */
  readonly root?: string
  /** The user id; undefined on systems without user ids. */
  readonly uid?: number | undefined
}

/** Checks whether packages can be unpacked into a root file system here. */
export async function lookAtMachine({ root = '/', uid = process.getuid?.() }: MachineOptions = {}): Promise<Machine> {
  const unfit = (reason: string, remedy: string): Machine => ({ kind: 'unfit', reason, remedy })
  const codename = await debianCodename(root)
  if (codename === undefined) return unfit('this machine is not Debian', 'run it where a registry is reachable')
  const debootstrap = join(root, 'usr/sbin/debootstrap')
  if (!(await isExecutable(debootstrap))) return unfit('debootstrap is not installed', 'apt-get install debootstrap')
  if (uid !== 0) return unfit('debootstrap has to be run as root', 'run it with sudo')
  const mirror = await mirrorOfMachine(root, codename)
  if (mirror === undefined) {
    return unfit(
      `/etc/apt has no mirror of Debian ${codename}`,
      `add a line to /etc/apt/sources.list: deb http://MIRROR/debian ${codename} main`,
    )
  }
  return { kind: 'debian', mirror, debootstrap }
}

/** The name of the machine's Debian release. `undefined`: it is not Debian, or its release is unknown. */
export async function debianCodename(root = '/'): Promise<string | undefined> {
  const release = await readFile(join(root, 'etc/os-release'), 'utf8').catch(() => '')
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(release)?.[1]
  return field('ID') === 'debian' ? field('VERSION_CODENAME') : undefined
}

/** The mirror that the machine's own apt uses for this release. */
export async function mirrorOfMachine(root: string, codename: string): Promise<DebianMirror | undefined> {
  return debianMirror(readAptSources(await aptFiles(root)), codename)
}

async function aptFiles(root: string): Promise<AptFile[]> {
  const folder = join(root, 'etc/apt')
  const more = (await readdir(join(folder, 'sources.list.d')).catch(() => [])).sort()
  const names = ['sources.list', ...more.map((name) => join('sources.list.d', name))]
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8').catch(() => '') })),
  )
  return files.filter(({ text }) => text !== '')
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
