import { spawn } from 'node:child_process'
import { open, readdir, readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { Writable } from 'node:stream'
import type { CommandEnd, CommandRequest } from '../core/ports.ts'
import type { MemoryGroup } from './memory-groups.ts'
import { watchMemory } from './tree-memory.ts'

export type ProcessToRun = Pick<CommandRequest, 'stdin' | 'timeoutMs' | 'maxOutputBytes' | 'signal'> & {
  /** An absolute path. */
  readonly program: string
  readonly args: readonly string[]
  /** The whole environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly cwd: string
  /** Absent: the account of this process. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined
  /** The bytes that the program reads from descriptor 3. Absent: no descriptor 3. */
  readonly third?: Uint8Array | undefined
  /** The group that it is in before its descriptor 3 has anything to read. Absent: that of this process. */
  readonly group?: Pick<MemoryGroup, 'add'> | undefined
  /** The memory limit of all its processes together, which is measured. Absent: no limit. */
  readonly maxMemoryBytes?: number | undefined
  /** What each of its sockets counts as memory. Absent: nothing. */
  readonly socketBytes?: number | undefined
}

/** How long pipes may stay open after the program has ended and its group was killed. */
const graceMs = 1000

/**
 * Runs a program in a separate process group, without a shell. Ends the whole group when the program exits, prints too
 * much or takes too long, or when the execution ends.
 */
export async function runProcess(run: ProcessToRun): Promise<CommandEnd> {
  await using nothing = await open('/dev/null')
  const closed = (await inheritedDescriptors()).map((descriptor) => [descriptor, nothing.fd] as const)
  return runWith(run, new Map(closed))
}

/** `replaced`: maps a descriptor of the program to the descriptor of this process that the program gets for it. */
function runWith(run: ProcessToRun, replaced: ReadonlyMap<number, number>): Promise<CommandEnd> {
  const { program, args, env, cwd, account, third, stdin, timeoutMs, maxOutputBytes, maxMemoryBytes, signal } = run
  const { socketBytes, group } = run
  if (signal.aborted) return Promise.resolve(refused('AbortError', 'the execution has ended'))
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...account,
      env,
      cwd,
      shell: false,
      detached: true,
      stdio: [
        ...(['pipe', 'pipe', 'pipe'] as const),
        ...Array.from({ length: Math.max(3, ...replaced.keys()) - 2 }, (_, at) =>
          at === 0 && third !== undefined ? 'pipe' : (replaced.get(at + 3) ?? 'ignore'),
        ),
      ],
      windowsHide: true,
    })
    const { stdin: input, stdout, stderr } = child
    if (!input || !stdout || !stderr) throw new Error('the program has no pipes')
    const pipes = { stdout, stderr }
    const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
    let bytes = 0
    let ended: CommandEnd | undefined
    let grace: NodeJS.Timeout | undefined

    const killGroup = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process group has already ended.
      }
    }
    const stop = (end: CommandEnd) => {
      ended ??= end
      killGroup()
    }
    const abort = () => stop(refused('AbortError', 'the execution has ended'))
    const limit = setTimeout(
      () => stop(refused('TimeoutError', `it took longer than ${timeoutMs} ms and was ended`)),
      timeoutMs,
    )
    signal.addEventListener('abort', abort, { once: true })

    for (const name of ['stdout', 'stderr'] as const) {
      pipes[name].on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= maxOutputBytes) output[name].push(chunk)
        else {
          output[name].length = 0
          pipes[name].pause()
          stop(refused('OutputTooLarge', `it printed more than ${maxOutputBytes} bytes and was ended`))
        }
      })
      pipes[name].on('error', () => {})
    }
    // A program may exit without reading its input.
    input.on('error', () => {})
    input.end(stdin)
    const more = child.stdio[3]
    if (more instanceof Writable) {
      more.on('error', () => {})
      const added = child.pid === undefined ? undefined : group?.add(child.pid)
      if (added === undefined) more.end(third)
      else added.then(() => more.end(third)).catch(() => stop(notStarted))
    }

    const watched =
      maxMemoryBytes === undefined || child.pid === undefined
        ? undefined
        : watchMemory(child.pid, { maxBytes: maxMemoryBytes, socketBytes }, () => stop(outOfMemory(maxMemoryBytes)))

    child.once('error', () => stop(notStarted))
    child.once('exit', (code, name) => {
      watched?.[Symbol.dispose]()
      ended ??= { kind: 'ended', code: code ?? 128 + (name ? constants.signals[name] : 0), ...noOutput }
      killGroup()
      // A process that left the group may keep the pipes open.
      grace = setTimeout(() => {
        stdout.destroy()
        stderr.destroy()
      }, graceMs)
      stdout.resume()
      stderr.resume()
    })
    child.once('close', () => {
      clearTimeout(limit)
      clearTimeout(grace)
      signal.removeEventListener('abort', abort)
      const end = ended ?? notStarted
      if (end.kind !== 'ended') resolve(end)
      else resolve({ ...end, stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) })
    })
  })
}

const noOutput = { stdout: new Uint8Array(), stderr: new Uint8Array() }

export const refused = (name: string, message: string): CommandEnd => ({ kind: 'refused', name, message })
export const outOfMemory = (bytes: number): CommandEnd =>
  refused('OutOfMemory', `it used more than ${bytes} bytes and was ended`)
const notStarted = refused('CommandUnavailable', 'it could not be started')

const closesOnExec = 0o2_000_000

/**
 * The descriptors that a started program would inherit besides its first three: files and sockets that the parent of
 * this process left open. Node marks only the first of them to be closed. Empty if the system does not list
 * descriptors.
 */
async function inheritedDescriptors(): Promise<number[]> {
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
