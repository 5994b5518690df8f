import { availableParallelism } from 'node:os'
import { runNode, StepError, step } from './steps.ts'
import { mistakeOfSkips, slowestFiles } from './testing/conclusion.ts'
import type { TestReport } from './testing/test-report.ts'
import { withReport } from './testing/with-report.ts'

/** A check of the sources: passes, or throws a StepError that names the problem. */
export type Check = { readonly label: string; readonly run: () => Promise<void> }

export const format: Check = {
  label: 'Format and lint',
  run: () => runNode('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
}

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
export type Tests = { readonly label: string; readonly run: () => Promise<TestReport> }

const reporters = ['--reporter', 'default', '--reporter', 'scripts/testing/vitest-reporter.ts']

const vitest = (workers: number, ...projects: string[]) =>
  withReport((env) => {
    const selected = projects.flatMap((project) => ['--project', project])
    const atOnce = ['--maxWorkers', String(workers)]
    return runNode('node_modules/vitest/vitest.mjs', ['run', ...selected, ...reporters, ...atOnce], { env })
  })

/**
 * Vitest leaves one core free by default, but nothing else needs that core while the tests run. Some unit tests wait
 * for processes and sockets. One more concurrent file uses that time.
 */
export const unitTests: Tests = {
  label: 'Unit and component tests',
  run: () => vitest(cores + 1, 'unit', 'compiled', 'components'),
}
/**
 * These tests spend a fifth of their time waiting for containers and databases. Two more concurrent files use that
 * time: with one, the cores were idle for 7 % of the time.
 */
export const integrationTests: Tests = { label: 'Integration tests', run: () => vitest(cores + 2, 'integration') }

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
