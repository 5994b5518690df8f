import { existsSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptRun, keptRunIn } from '../core/kept-run.ts'
import type { CommandEnd, CommandRequest, Commands, Log } from '../core/ports.ts'
import { createFairSlots, mostOfOneKey } from '../queue/fair-slots.ts'
import {
  bubblewrapArgs,
  maxMemoryBytes,
  type NoCommand,
  noNamespaces,
  type Openings,
  type OwnCommand,
  plainEnv,
  prlimitArgs,
} from './bubblewrap.ts'
import { type FoundProgram, findProgram } from './find-program.ts'
import { type MemoryGroups, openMemoryGroups } from './memory-groups.ts'
import { outOfMemory, type ProcessToRun, refused, runProcess } from './run-process.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { mostSocketBytes, showsTrees } from './tree-memory.ts'

type CommandsOptions = {
  /** The project's own commands, by name. They take precedence over programs of the same name. */
  readonly own?: Readonly<Record<string, OwnCommand | NoCommand>>
  readonly log: Log
  /** Folders of the app and its data. Those below `/usr` are hidden from programs. Absent: none. */
  readonly hidden?: readonly string[]
  /** Finds programs of the system. */
  readonly find?: (name: string) => Promise<FoundProgram>
  readonly openGroups?: typeof openMemoryGroups
}

/** The maximum number of concurrent commands of all executions. */
const maxAtOnce = 4
/** The maximum number of processes and threads of one program. The kernel counts each sandbox separately. */
const maxProcesses = 64

type Box = {
  readonly bwrap: string
  readonly prlimit: string
  readonly options: readonly string[]
  /** The account to run as. Absent: the app's account. */
  readonly account?: { readonly uid: number; readonly gid: number }
  /** The maximum number of processes and threads. Absent: no limit. */
  readonly processes?: number
  /** A filter that refuses system calls. Absent: no filter. */
  readonly filter?: Uint8Array
  /** Where the kernel limits the memory of programs. Absent: their memory is measured. */
  readonly groups?: MemoryGroups | undefined
  /** What each socket counts as measured memory. Absent: nothing. */
  readonly socketBytes?: number
}
type Opened = { readonly ok: true; readonly box: Box } | { readonly ok: false; readonly why: string }
/**
 * Whether programs of the system run. `memory`: how their limit is enforced. `cgroup`: the kernel counts all memory of a
 * program, with its sockets. `measured`: the app adds up the pages of the processes and the number of sockets.
 */
type ProgramsStatus =
  | { readonly status: 'on'; readonly memory: 'cgroup' | 'measured' }
  | { readonly status: 'off'; readonly reason: string }
  | { readonly status: 'starting' }

type OpenCommands = Commands & {
  /** The last known state, without waiting. */
  status(): ProgramsStatus
  /** Tries the sandbox out, unless that was done. Never rejects. */
  open(): Promise<void>
}

/** `own`: for the project's own commands. `programs`: for system programs, with a limit of processes. */
type Sandboxes = { readonly own: Opened; readonly programs: Opened }

/**
 * Runs programs in bubblewrap. Without a working bubblewrap, only the project's own commands run, because our code
 * decides what a skill's arguments can do there. System programs are refused.
 */
export function createCommands({
  own = {},
  log,
  hidden = [],
  find = findProgram,
  openGroups = openMemoryGroups,
}: CommandsOptions): OpenCommands {
  const slots = createFairSlots({ width: maxAtOnce, ofOneKey: mostOfOneKey(maxAtOnce) })
  const programs = new Map<string, Promise<FoundProgram>>()
  const shown = shownFolders(hidden)
  let status: ProgramsStatus = { status: 'starting' }

  /** Resolves each name only once, so that a file that appears later is not used. A search that failed is repeated. */
  const programOf = (name: string) => keptRunIn(programs, name, () => find(name))

  /** A sandbox that could not be tried out is tried again at the next command. */
  const sandboxesOf = keptRun(openSandboxes)

  async function openSandboxes(): Promise<Sandboxes> {
    const [bwrap, prlimit] = await Promise.all([programOf('bwrap'), programOf('prlimit')])
    const missing = bwrap.ok ? (prlimit.ok ? undefined : `prlimit ${prlimit.why}`) : `bubblewrap (bwrap) ${bwrap.why}`
    const opened = async (more: Partial<Box>): Promise<Opened> =>
      bwrap.ok && prlimit.ok
        ? tryOut({ bwrap: bwrap.path, prlimit: prlimit.path, ...more })
        : { ok: false, why: missing ?? 'bubblewrap does not work' }
    let memory = await openGroups()
    let own = await opened(memory.ok ? { groups: memory.groups } : {})
    if (memory.ok && !own.ok) {
      memory = own
      own = await opened({})
    }
    const programs = await openedForPrograms(opened, memory.ok ? memory.groups : undefined)
    if (programs.ok) {
      status = { status: 'on', memory: memory.ok ? 'cgroup' : 'measured' }
      const measured = memory.ok ? {} : { socketBytes: programs.box.socketBytes, noGroups: memory.why }
      log.info('programs of this machine run for skills', { memory: status.memory, ...measured })
    } else {
      status = { status: 'off', reason: programs.why }
      log.warn('programs of this machine do not run for skills: install bubblewrap', { why: programs.why })
    }
    return { own, programs }
  }

  async function start(request: CommandRequest): Promise<CommandEnd> {
    const { name, args, acts } = request
    const command = Object.hasOwn(own, name) ? own[name] : undefined
    if (command && 'unconfigured' in command) return { kind: 'unconfigured', message: command.unconfigured }
    const { own: ownBox, programs: programBox } = await sandboxesOf()
    if (command) {
      const env = { ...plainEnv, ...command.env, ...(acts ? command.envToAct : {}) }
      const script = [command.script, ...args]
      if (!ownBox.ok)
        return inEmptyFolder((cwd) =>
          runProcess({ ...request, program: process.execPath, args: script, env, cwd, maxMemoryBytes }),
        )
      const paths = command.paths.map(({ path, access }) => ({ path, access: acts ? access : 'read' }) as const)
      const readOnly = [process.execPath, ...command.modules]
      return wrapped(ownBox.box, request, env, { readOnly, paths, network: command.network, hidden: shown }, [
        process.execPath,
        ...script,
      ])
    }
    const program = await programOf(name)
    if (!program.ok) return refused('CommandUnavailable', `${name} ${program.why}`)
    if (!programBox.ok) return refused('CommandUnavailable', `${name} needs a sandbox, and ${programBox.why}`)
    return wrapped(programBox.box, request, plainEnv, { hidden: shown }, [program.path, ...args])
  }

  return {
    status: () => status,
    open: () =>
      sandboxesOf().then(
        () => {},
        (cause: unknown) => log.warn('the sandbox of programs could not be tried out', { cause }),
      ),
    async run(request) {
      try {
        using _slot = await slots.take(request.signal)
        return await start(request)
      } catch (cause) {
        if (request.signal.aborted) return refused('AbortError', 'the execution has ended')
        log.error('a command failed to start', { command: request.name, cause })
        return refused('CommandUnavailable', `${request.name} could not be started`)
      }
    },
  }
}

/** Those of the given folders that a sandbox would show, because they exist below `/usr`. Links are resolved. */
const shownFolders = (folders: readonly string[]): string[] => [
  ...new Set(
    folders
      .filter((path) => existsSync(path))
      .map((path) => realpathSync(path))
      .filter((path) => path.startsWith('/usr/')),
  ),
]

async function wrapped(
  { bwrap, prlimit, options, account, processes, filter, groups, socketBytes }: Box,
  request: CommandRequest,
  env: Readonly<NodeJS.ProcessEnv>,
  openings: Openings,
  command: readonly string[],
): Promise<CommandEnd> {
  const limits = prlimitArgs({ timeoutMs: request.timeoutMs, processes })
  const opened = { ...openings, ...(filter === undefined ? {} : { filter: 3 }) }
  const args = [...options, ...bubblewrapArgs(opened), prlimit, ...limits, ...command]
  const run = { ...request, env, cwd: '/', account }
  return groups === undefined
    ? runProcess({ ...run, program: bwrap, args, third: filter, maxMemoryBytes, socketBytes })
    : inGroup(groups, { ...run, program: waiting[0], args: [...waiting[1], bwrap, ...args], third: filter })
}

/** Starts its arguments once a line can be read from descriptor 3, whose other bytes it leaves to them. */
const waiting = ['/bin/sh', ['-c', 'read -r _ <&3 && exec "$@"', 'sh']] as const

/** Runs a program that waits for a line, which it gets in its group. */
async function inGroup(groups: MemoryGroups, run: ProcessToRun): Promise<CommandEnd> {
  await using group = await groups.make({ memoryBytes: maxMemoryBytes, processes: maxProcesses })
  const ended = await runProcess({ ...run, group, third: Buffer.concat([Buffer.from('\n'), run.third ?? noBytes]) })
  return ended.kind === 'ended' && (await group.isOverrun()) ? outOfMemory(maxMemoryBytes) : ended
}
const noBytes = new Uint8Array()

/**
 * A sandbox for system programs must limit the number of processes and their total memory. Measuring the memory needs the
 * filter, the list of child processes and the number of sockets.
 */
async function openedForPrograms(
  opened: (more: Partial<Box>) => Promise<Opened>,
  groups: MemoryGroups | undefined,
): Promise<Opened> {
  const filter = seccompFilter(process.arch)
  if (filter === undefined) return { ok: false, why: `there is no filter of system calls for ${process.arch}` }
  if (groups === undefined && !(await showsTrees()))
    return { ok: false, why: 'this kernel does not show the children of a process, or the number of sockets' }
  const socketBytes = await mostSocketBytes()
  return opened({ ...unprivileged(), groups, processes: maxProcesses, filter, socketBytes })
}

/** Replaces root, because the kernel does not limit root's processes. No other program uses this account. */
const unprivileged = () => (process.getuid?.() === 0 ? { account: { uid: 65_533, gid: 65_533 } } : {})

/**
 * The trial starts a child process, which fails if the account has too many processes outside the sandbox: a kernel
 * before 5.14 counts all processes of the account against the limit.
 */
const trial = ['/bin/sh', '-c', '/usr/bin/true; /usr/bin/true']

/** A kernel or a container may forbid the namespaces that bubblewrap needs. */
async function tryOut(box: Omit<Box, 'options'>): Promise<Opened> {
  const signal = new AbortController().signal
  const request = { name: 'sh', args: [], stdin: '', timeoutMs: 10_000, maxOutputBytes: 4096, acts: false, signal }
  let said = ''
  for (const options of [noNamespaces, []]) {
    const tried = { ...box, options }
    const ended = await wrapped(tried, request, plainEnv, {}, trial)
    if (ended.kind === 'ended' && ended.code === 0) return { ok: true, box: tried }
    // Says nothing about the sandbox: the machine is too busy.
    if (ended.kind === 'refused' && ended.name === 'TimeoutError')
      throw new Error(`trying out bubblewrap: ${ended.message}`)
    said = ended.kind === 'ended' ? new TextDecoder().decode(ended.stderr).trim().slice(0, 200) : ended.message
  }
  return { ok: false, why: `bubblewrap does not work here (${said})` }
}

async function inEmptyFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-command-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
