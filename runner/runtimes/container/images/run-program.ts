import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ImageError } from './image-error.ts'

type ProgramOptions = {
  readonly signal: AbortSignal
  /** Called with each line of its stdout and stderr. */
  readonly onLine?: (line: string) => void
}

const shownLines = 12

/** Runs a program to its end. If it fails, throws an ImageError with its last lines. */
export async function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const { output, ended, take } = start(command, args, options)
  take(output)
  await ended
}

/** Runs a program whose stdout is streamed; `ended` rejects when it fails. */
export function streamProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): { output: Readable; ended: Promise<void> } {
  const { output, ended } = start(command, args, options)
  // Readers of the output get the error too.
  ended.catch((cause: Error) => output.destroy(cause))
  return { output, ended }
}

/** Starts a program. `take`: reads the lines of a stream, as it reads those of stderr. */
function start(command: string, args: readonly string[], { signal, onLine = () => {} }: ProgramOptions) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  const lines: string[] = []
  const take = (input: Readable) =>
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      if (lines.length > shownLines) lines.shift()
      onLine(line)
    })
  take(child.stderr)
  return { output: child.stdout, ended: endOf(child, command, lines), take }
}

async function endOf(child: ChildProcess, command: string, lines: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | NodeJS.Signals>()
  child.once('error', reject)
  child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  const ended = await promise
  if (ended !== 0) throw new ImageError([`${command} ended with ${ended}:`, ...lines].join('\n'))
}
