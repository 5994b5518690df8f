import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { CommandEnd, CommandRequest } from '../ports.ts'

export type ProcessToRun = Pick<CommandRequest, 'stdin' | 'timeoutMs' | 'mostOutputBytes' | 'signal'> & {
  /** An absolute path. */
  readonly program: string
  readonly args: readonly string[]
  /** The whole environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly cwd: string
}

/** How long pipes may stay open after the program has ended and its group was killed. */
const graceMs = 1000

/**
 * Runs a program in a process group of its own, without a shell, and ends the whole group with it: when it exits, prints
 * too much, takes too long, or when the execution ends.
 */
export function runProcess(run: ProcessToRun): Promise<CommandEnd> {
  const { program, args, env, cwd, stdin, timeoutMs, mostOutputBytes, signal } = run
  if (signal.aborted) return Promise.resolve(refused('AbortError', 'the execution has ended'))
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, shell: false, detached: true, stdio: 'pipe', windowsHide: true })
    const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
    let bytes = 0
    let ended: CommandEnd | undefined
    let grace: NodeJS.Timeout | undefined

    const killGroup = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has ended.
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
      child[name].on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= mostOutputBytes) output[name].push(chunk)
        else {
          output[name].length = 0
          child[name].pause()
          stop(refused('OutputTooLarge', `it printed more than ${mostOutputBytes} bytes and was ended`))
        }
      })
      child[name].on('error', () => {})
    }
    // A program need not read its input.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)

    child.once('error', () => stop(refused('CommandUnavailable', 'it could not be started')))
    child.once('exit', (code, name) => {
      ended ??= { kind: 'ended', code: code ?? 128 + (name ? constants.signals[name] : 0), ...noOutput }
      killGroup()
      // A process that left the group may hold the pipes.
      grace = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, graceMs)
      child.stdout.resume()
      child.stderr.resume()
    })
    child.once('close', () => {
      clearTimeout(limit)
      clearTimeout(grace)
      signal.removeEventListener('abort', abort)
      const end = ended ?? refused('CommandUnavailable', 'it could not be started')
      if (end.kind === 'refused') resolve(end)
      else resolve({ ...end, stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) })
    })
  })
}

const noOutput = { stdout: new Uint8Array(), stderr: new Uint8Array() }

export const refused = (name: string, message: string): CommandEnd => ({ kind: 'refused', name, message })
