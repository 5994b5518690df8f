import { availableParallelism } from 'node:os'
import { runNode, StepError, step, stopwatch } from './steps.ts'
import { mistakeOfSkips, slowestFiles } from './testing/conclusion.ts'
import type { TestReport } from './testing/test-report.ts'
import { withReport } from './testing/with-report.ts'

/** A check of the sources: passes, or throws a StepError that names the problem. */
type Check = { readonly label: string; readonly run: () => Promise<unknown> }

/** Formats of the files and lint of the files in the project that they belong to. */
export const formatOf = (files: readonly string[]): Check => ({
  label: 'Format and lint',
  run: () =>
    runNode('node_modules/@biomejs/biome/bin/biome', [
      'check',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...files,
    ]),
})
export const format = formatOf(['.'])

const cores = availableParallelism()

/** Each checker compares the types of zod for itself, so few checkers use a third less of the CPU that others need too. */
const checkers = String(Math.ceil(cores / 2))
export const types: Check = {
  label: 'Types of code and tests',
  run: () => runNode('node_modules/typescript/bin/tsc', ['--project', '.', '--noEmit', '--checkers', checkers]),
}

export const migrations: Check = {
  label: 'Schema matches migrations',
  run: () => runNode('scripts/prisma/check.ts'),
}

/** Runs tests and reports the skipped ones. Throws a StepError when a test fails. */
type Tests = { readonly label: string; readonly run: () => Promise<TestReport> }

const reporters = ['--reporter', 'default', '--reporter', 'scripts/testing/vitest-reporter.ts']

const vitest = (workers: number, projects: readonly string[], files: readonly string[] = []) =>
  withReport((env) => {
    const selected = projects.flatMap((project) => ['--project', project])
    const atOnce = ['--maxWorkers', String(workers)]
    return runNode('node_modules/vitest/vitest.mjs', ['run', ...selected, ...reporters, ...atOnce, ...files], { env })
  })

/**
 * Vitest leaves one core free by default, but nothing else needs that core while the tests run. Some unit tests wait
 * for processes and sockets. One more concurrent file uses that time.
 */
export const unitTestsOf = (files: readonly string[]): Tests => ({
  label: 'Unit and component tests',
  run: () => vitest(cores + 1, ['unit', 'compiled', 'components'], files),
})
export const unitTests = unitTestsOf([])
/**
 * These tests spend a fifth of their time waiting for containers and databases. Two more concurrent files use that
 * time: with one, the cores were idle for 7 % of the time.
 */
export const integrationTests: Tests = { label: 'Integration tests', run: () => vitest(cores + 2, ['integration']) }

/**
 * Three processes of the built app under faults, for 90 seconds: an auditor decides by facts, and never by speed. The
 * faults matter here, and more clients would take the cores from the tests that run beside them.
 */
export const faults: Check = {
  label: 'Processes under faults',
  run: () => runNode('bench/main.ts', ['chaos', '--minutes', '1.5', '--agents', '3']),
}

/** Starts checks at once, because each leaves a core idle for a part of its time, and reports all, failed or not. */
export const runAll = async (checks: readonly Check[]): Promise<void> => {
  const started = checks.map(({ label, run }) => {
    const sinceStart = stopwatch()
    // A check that ends before the one that is printed first took no longer than that.
    let took: string | undefined
    const end = run().finally(() => {
      took = sinceStart()
    })
    end.catch(() => {})
    return { label, end, time: () => took ?? sinceStart() }
  })
  const failures: StepError[] = []
  for (const { label, end, time } of started) {
    try {
      await step(label, () => end, time)
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  throw new StepError(failures.map(({ output, message }) => `${output}\n${message}`).join('\n\n'))
}

/**
 * Runs tests as a step. The step fails if a test is skipped without a reason. In CI, it also prints the slowest files.
 */
export const testStep = async ({ label, run }: Tests): Promise<TestReport> => {
  const report = await step(label, run)
  if (process.env.CI) process.stdout.write(slowestFiles(report.files))
  const mistake = mistakeOfSkips(report)
  if (mistake !== undefined) throw new StepError(mistake)
  return report
}
