import { existsSync, lstatSync, readlinkSync } from 'node:fs'

/** A path that one of the project's commands may use if it exists on this machine. */
type CommandPath = { readonly path: string; readonly access: 'read' | 'write' }

/** A command without its operator's settings, and what to set. */
export type NoCommand = { readonly unconfigured: string }

/**
 * One of the project's own commands: a Node script with its operator's settings. A skill provides only its arguments
 * and input.
 */
export type OwnCommand = {
  /** Absolute path of the script. */
  readonly script: string
  /** The absolute paths of the project's modules that the script loads. */
  readonly modules: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Variables that are added to `env` only for the effect `act`. Without them, the command must change nothing. */
  readonly envToAct: Readonly<Record<string, string>>
  /** `write` access becomes `read` unless the action has the effect `act`. */
  readonly paths: readonly CommandPath[]
  readonly network: boolean
}

/** The parts of the machine that a program sees besides `/usr`. Absent: none. */
export type Openings = {
  readonly readOnly?: readonly string[]
  readonly paths?: readonly CommandPath[]
  readonly network?: boolean
  /** Folders that appear empty in the sandbox, except for opened paths below them. Absent: none. */
  readonly hidden?: readonly string[]
  /** The descriptor from which bubblewrap reads a filter of system calls. Absent: no filter. */
  readonly filter?: number
}

/** Forbids namespaces inside the sandbox. Requires bubblewrap 0.8. */
export const noNamespaces = ['--disable-userns'] as const

const folderBytes = 16 * 1024 * 1024
/** The memory limit of a program, for each of its processes and for all together. */
export const maxMemoryBytes = 1024 * 1024 * 1024
/** The files that name resolution and TLS certificates need. */
const networkFiles = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ssl/certs',
  '/etc/pki',
  '/run/systemd/resolve',
]
const topFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** The empty folder in which a program starts. */
const workFolder = '/sandbox'

/**
 * The arguments of bubblewrap, up to the program: separate namespaces of all kinds, an empty working folder, and an
 * init process that ends all other processes when the program ends. Excludes the environment, because every user of the
 * machine can read arguments.
 */
export function bubblewrapArgs({
  readOnly = [],
  paths = [],
  network = false,
  hidden = [],
  filter,
}: Openings = {}): string[] {
  return [
    '--unshare-all',
    ...(network ? ['--share-net'] : []),
    ...['--unshare-user', '--uid', '65534', '--gid', '65534', '--hostname', 'sandbox'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...topFolders.flatMap(sameFolder),
    ...hidden.flatMap((path) => ['--size', '65536', '--tmpfs', path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['/tmp', '/dev/shm', workFolder].flatMap((path) => ['--size', String(folderBytes), '--tmpfs', path]),
    ...(network ? networkFiles.flatMap((path) => ['--ro-bind-try', path, path]) : []),
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...paths.flatMap(({ path, access }) => [access === 'write' ? '--bind' : '--ro-bind', path, path]),
    // These folders are in memory and have no size limit, so they become read-only.
    ...['/dev', '/', ...hidden].flatMap((path) => ['--remount-ro', path]),
    ...(filter === undefined ? [] : ['--seccomp', String(filter)]),
    ...['--chdir', workFolder, '--'],
  ]
}

/** `/bin` is a link into `/usr` on most systems, and a separate folder on others. */
function sameFolder(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** A program's whole environment. */
export const plainEnv = {
  PATH: '/usr/bin:/bin',
  HOME: workFolder,
  LANG: 'C.UTF-8',
  NODE_ENV: 'production',
} satisfies NodeJS.ProcessEnv

type ProgramLimits = { readonly timeoutMs: number; readonly processes?: number | undefined }

/**
 * The limits of a program, for `prlimit`: no core files, and limits for the memory of each process, the size of a file,
 * the number of open files, the number of processes, and CPU time.
 */
export function prlimitArgs({ timeoutMs, processes }: ProgramLimits): string[] {
  return [
    '--core=0',
    `--data=${maxMemoryBytes}`,
    `--fsize=${folderBytes}`,
    '--nofile=256',
    ...(processes === undefined ? [] : [`--nproc=${processes}`]),
    `--cpu=${Math.ceil(timeoutMs / 1000) + 1}`,
    '--',
  ]
}
