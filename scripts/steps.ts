import { spawn } from 'node:child_process'
import { findProjectRoot } from '#lib/env/project-root.ts'

/** What stops a script, told in a sentence with its remedy. `output` is what the failed command said. */
export class StepError extends Error {
  override readonly name = 'StepError'
  readonly output: string

  constructor(message: string, output = '') {
    super(message)
    this.output = output
  }
}

export const root = findProjectRoot()

export const elapsed = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** One line for the step: its label while it runs, its time when it is done. `'fresh'`: nothing was to be done. */
export const step = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  process.stdout.write(`${label} …`)
  try {
    const outcome = await work()
    process.stdout.write(outcome === 'fresh' ? ' up to date\n' : ` ${elapsed(startedAt)}\n`)
    return outcome
  } catch (error) {
    process.stdout.write(` failed after ${elapsed(startedAt)}\n`)
    throw error
  }
}

export type CommandOptions = {
  readonly env?: Record<string, string | undefined>
  /** `true`: its output goes to the terminal as it comes. Else it is kept, and shown when the command fails. */
  readonly show?: boolean
}

/** Runs a program of the project's to its end. Throws a StepError when it fails. */
export const runCommand = async (command: string, args: string[], options: CommandOptions = {}): Promise<void> => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  if (ended === 0) return
  const program = [command, ...args].join(' ').replaceAll(`${root}/`, '').replace(process.execPath, 'node')
  throw new StepError(`\`${program}\` ended with ${ended}.`, Buffer.concat(chunks).toString('utf8').trim())
}

/** Runs a script of the project's, or a package's program by its file, on this Node. */
export const runNode = (script: string, args: string[] = [], options: CommandOptions = {}): Promise<void> =>
  runCommand(process.execPath, [script, ...args], options)

const isExpected = (error: unknown): error is Error & { output?: string } =>
  error instanceof Error &&
  ['StepError', 'EnvError', 'DatabaseError', 'SecretError', 'PrivatePathError'].includes(error.name)

/** Runs a script's main function: an expected failure is told in its sentence, a bug with its stack; both exit with 1. */
export const main = async (work: () => Promise<number>): Promise<void> => {
  try {
    process.exit(await work())
  } catch (error) {
    if (!isExpected(error)) throw error
    const output = 'output' in error && error.output ? `${error.output}\n\n` : ''
    process.stderr.write(`\n${output}${error.message}\n`)
    process.exit(1)
  }
}
