import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { endWithParent } from './processes/end-script-with-parent.ts'
import { type StartOptions, startProcess } from './processes/start-process.ts'

/** An expected failure of a script: its message names the remedy. `output` is the failed command's output. */
export class StepError extends Error {
  override readonly name = 'StepError'
  readonly output: string

  constructor(message: string, output = '') {
    super(message)
    this.output = output
  }
}

export const root = findProjectRoot()

const elapsed = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** The milliseconds that all cores together were busy and idle since the machine started. */
const coreTimes = (): { readonly worked: number; readonly idled: number } => {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => [user + nice + sys + irq, idle] as const)
  const sum = (at: 0 | 1) => times.reduce((total, core) => total + core[at], 0)
  return { worked: sum(0), idled: sum(1) }
}

/** In CI, how busy the cores were: a step that leaves cores idle could run in parallel with another step. */
const busySince = (before: ReturnType<typeof coreTimes>): string => {
  const now = coreTimes()
  const worked = now.worked - before.worked
  const share = Math.round((100 * worked) / Math.max(1, worked + now.idled - before.idled))
  return process.env.CI ? `, cores ${share} % busy` : ''
}

/** Tells the time since its start. */
export const stopwatch = (): (() => string) => {
  const startedAt = performance.now()
  return () => elapsed(startedAt)
}

/**
 * Prints one line for a step: its label while it runs, then its time, and in CI how busy all cores of the machine were.
 * `'fresh'`: the step had nothing to do. `time`: of work that has begun earlier.
 */
export const step = async <T>(label: string, work: () => Promise<T>, time = stopwatch()): Promise<T> => {
  const before = coreTimes()
  process.stdout.write(`${label} …`)
  try {
    const outcome = await work()
    process.stdout.write(outcome === 'fresh' ? ' up to date\n' : ` ${time()}${busySince(before)}\n`)
    return outcome
  } catch (error) {
    process.stdout.write(` failed after ${time()}${busySince(before)}\n`)
    throw error
  }
}

/** Waits for a program to exit. On failure, throws a StepError with the program's output. */
const waitFor = async (child: ChildProcess, command: string, args: readonly string[]): Promise<void> => {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  if (ended === 0) return
  const program = [command, ...args].join(' ').replaceAll(`${root}/`, '')
  throw new StepError(`\`${program}\` ended with ${ended}.`, Buffer.concat(chunks).toString('utf8').trim())
}

/** Runs a system program. Throws a StepError if it fails. */
export const runCommand = (command: string, args: string[], env: Record<string, string> = {}): Promise<void> =>
  waitFor(
    spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    command,
    args,
  )

/** Runs a project script or a package's program file on this Node. Throws a StepError if it fails. */
export const runNode = (script: string, args: string[] = [], options: StartOptions = {}): Promise<void> =>
  waitFor(startProcess([script, ...args], options).child, 'node', [script, ...args])

const isExpected = (error: unknown): error is Error & { output?: string } =>
  error instanceof Error &&
  ['StepError', 'EnvError', 'ConfigError', 'DatabaseError', 'SecretError', 'PrivatePathError'].includes(error.name)

/** Resolves when the reader of the stream has everything: an exit discards what a pipe does not hold yet, from 64 KB. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()))

const exit = async (code: number): Promise<never> => {
  await Promise.all([written(process.stdout), written(process.stderr)])
  process.exit(code)
}

/**
 * Runs a script's main function. Prints an expected failure as its message and a bug with its stack; both exit with 1.
 */
export const main = async (work: () => Promise<number>): Promise<void> => {
  endWithParent()
  try {
    await exit(await work())
  } catch (error) {
    if (!isExpected(error)) throw error
    const output = 'output' in error && error.output ? `${error.output}\n\n` : ''
    process.stderr.write(`\n${output}${error.message}\n`)
    await exit(1)
  }
}
