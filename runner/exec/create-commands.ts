import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate } from '../host/gate.ts'
import type { CommandEnd, CommandRequest, Commands, Log } from '../ports.ts'
import { bubblewrapArgs, noNamespaces, type Openings, plainEnv, prlimitArgs } from './bubblewrap.ts'
import { type FoundProgram, findProgram } from './find-program.ts'
import type { OwnCommand } from './own-command.ts'
import { refused, runProcess } from './run-process.ts'

export type CommandsOptions = {
  /** The commands that this project brings, by name. They come before programs of the same name. */
  readonly own?: Readonly<Record<string, OwnCommand>>
  readonly log: Log
  /** Finds programs of the system. */
  readonly find?: (name: string) => Promise<FoundProgram>
}

/** The most commands at once, of all executions. */
const mostAtOnce = 4

type Sandbox =
  | { readonly ok: true; readonly bwrap: string; readonly prlimit: string; readonly options: readonly string[] }
  | { readonly ok: false; readonly why: string }

/**
 * Runs programs in bubblewrap. Without a working bubblewrap only the commands of this project run, because their code
 * is ours and decides what a skill's arguments can do; programs of the system are refused.
 */
export function createCommands({ own = {}, log, find = findProgram }: CommandsOptions): Commands {
  const enter = createGate(mostAtOnce)
  const programs = new Map<string, Promise<FoundProgram>>()
  let sandbox: Promise<Sandbox> | undefined

  /** Resolves a name once, so that a later file of this name is not used. */
  const programOf = (name: string): Promise<FoundProgram> => {
    const found = programs.get(name) ?? find(name)
    programs.set(name, found)
    return found
  }

  async function openSandbox(): Promise<Sandbox> {
    const [bwrap, prlimit] = await Promise.all([programOf('bwrap'), programOf('prlimit')])
    const missing = bwrap.ok ? (prlimit.ok ? undefined : `prlimit ${prlimit.why}`) : `bubblewrap (bwrap) ${bwrap.why}`
    const opened = missing === undefined && bwrap.ok && prlimit.ok ? await tryOut(bwrap.path, prlimit.path) : undefined
    const found = opened ?? ({ ok: false, why: missing ?? 'bubblewrap does not work' } as const)
    if (!found.ok) log.warn('programs of this machine do not run for skills: install bubblewrap', { why: found.why })
    return found
  }

  async function start(request: CommandRequest): Promise<CommandEnd> {
    const { name, args, acts } = request
    const command = Object.hasOwn(own, name) ? own[name] : undefined
    sandbox ??= openSandbox()
    const box = await sandbox
    if (command) {
      const env = { ...plainEnv, ...command.env, ...(acts ? command.envToAct : {}) }
      const script = [command.script, ...args]
      if (!box.ok)
        return inEmptyFolder((cwd) => runProcess({ ...request, program: process.execPath, args: script, env, cwd }))
      const paths = command.paths.map(({ path, access }) => ({ path, access: acts ? access : 'read' }) as const)
      const readOnly = [process.execPath, ...command.modules]
      return wrapped(box, request, env, { readOnly, paths, network: command.network }, [process.execPath, ...script])
    }
    const program = await programOf(name)
    if (!program.ok) return refused('CommandUnavailable', `${name} ${program.why}`)
    if (!box.ok) return refused('CommandUnavailable', `${name} needs a sandbox, and ${box.why}`)
    return wrapped(box, request, plainEnv, {}, [program.path, ...args])
  }

  return {
    async run(request) {
      try {
        using _slot = await enter()
        return await start(request)
      } catch (cause) {
        log.error('a command failed to start', { command: request.name, cause })
        return refused('CommandUnavailable', `${request.name} could not be started`)
      }
    },
  }
}

type Box = Extract<Sandbox, { ok: true }>

function wrapped(
  { bwrap, prlimit, options }: Box,
  request: CommandRequest,
  env: Readonly<NodeJS.ProcessEnv>,
  openings: Openings,
  command: readonly string[],
): Promise<CommandEnd> {
  const args = [...options, ...bubblewrapArgs(openings), prlimit, ...prlimitArgs(request.timeoutMs), ...command]
  return runProcess({ ...request, program: bwrap, args, env, cwd: '/' })
}

/** A kernel or a container may forbid the namespaces that bubblewrap needs. */
async function tryOut(bwrap: string, prlimit: string): Promise<Sandbox> {
  const signal = new AbortController().signal
  const request = { name: 'true', args: [], stdin: '', timeoutMs: 10_000, mostOutputBytes: 4096, acts: false, signal }
  let said = ''
  for (const options of [noNamespaces, []]) {
    const box = { ok: true, bwrap, prlimit, options } as const
    const ended = await wrapped(box, request, plainEnv, {}, ['/usr/bin/true'])
    if (ended.kind === 'ended' && ended.code === 0) return box
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
