import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ImageError } from './image-error.ts'

export type ProgramOptions = {
  readonly signal: AbortSignal
  /** Called with each line of its stdout and stderr. */
  readonly onLine?: (line: string) => void
}

const shownLines = 12

/** Runs a program to its end. If it fails, throws an ImageError with its last lines. */
export async function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const { signal, onLine = () => {} } = options
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      if (lines.length > shownLines) lines.shift()
      onLine(line)
    })
  }
  await endOf(child, command, () => lines)
}

/** Runs a program whose stdout is streamed; `ended` rejects when it fails. */
export function streamProgram(
  command: string,
  args: readonly string[],
  { signal }: ProgramOptions,
): { output: Readable; ended: Promise<void> } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const ended = endOf(child, command, () => lines.slice(-shownLines))
  // Readers of the output get the error too.
  ended.catch((cause: Error) => child.stdout.destroy(cause))
  return { output: child.stdout, ended }
}

async function endOf(child: ChildProcess, command: string, lines: () => readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | NodeJS.Signals>()
  child.once('error', reject)
  child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  const ended = await promise
  if (ended !== 0) throw new ImageError([`${command} ended with ${ended}:`, ...lines()].join('\n'))
}
