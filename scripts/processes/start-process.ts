import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

export type StartedProcess = {
  readonly child: ChildProcess
  /** Signals the program and its child processes. */
  signal(signal: NodeJS.Signals): void
}

export type StartOptions = {
  readonly env?: Record<string, string | undefined>
  /** The working directory. Absent: the project. */
  readonly folder?: string | undefined
  /** `true` sends the output to the terminal; otherwise the caller reads it from `child`. */
  readonly show?: boolean
}

const preload = join(import.meta.dirname, 'end-with-parent.mjs')
/** The first file descriptor after the standard streams. */
const parentPipe = 3

/**
 * Starts a program on this Node, in its own process group. The group ends when the program ends, or when this process
 * ends for any reason.
 */
export function startProcess(
  args: readonly string[],
  { env, folder = findProjectRoot(), show = false }: StartOptions = {},
): StartedProcess {
  const output = show ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    cwd: folder,
    env: { ...process.env, ...env, TRAVEL_PARENT_PIPE: String(parentPipe) },
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  })
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // The process group has already ended.
    }
  }
  // Remaining children of a killed program would keep its output and port open.
  child.once('exit', () => signal('SIGKILL'))
  return { child, signal }
}
