import type { TestReport } from './test-report.ts'

const most = 15

const durationOf = (ms: number): string =>
  ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

/** The slowest test files, one per line. */
export const slowestFiles = (files: TestReport['files']): string =>
  files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}\n`)
    .join('')

/** Lists the failed tests with their errors, for the end of a run's message. Empty if no test failed. */
export const failures = ({ failed }: TestReport): string => {
  if (failed.length === 0) return ''
  const names = failed.map(({ test, message }) => `\n  ${test}: ${message}`).join('')
  return `\n\n${counted(failed.length, 'test', 'tests')} failed:${names}`
}

/** The fatal error that Node printed when it aborted. Empty if Node did not abort. */
export const nativeCrash = (output: string): string => {
  const crash = /^# Fatal error in(?:.*\n?){1,30}/m.exec(output)?.[0].trimEnd()
  return crash === undefined ? '' : `\n\n${crash}`
}

/** Lists the tests that are skipped without a reason. `undefined` if there are none. */
export const mistakeOfSkips = ({ skipped }: TestReport): string | undefined => {
  const silent = skipped.filter(({ reason }) => !reason)
  if (silent.length === 0) return undefined
  const names = silent.map(({ test }) => `  ${test}`).join('\n')
  const number = counted(silent.length, 'test was', 'tests were')
  return `${number} skipped without a reason:\n${names}\nGive each its reason, as scripts/testing/needs.ts does, or let it run.`
}

/**
 * The last lines of `npm test`: the number of skipped tests for each reason, then a conclusion that covers only what
 * ran.
 */
export const conclusionOf = (reports: readonly TestReport[], ms: number): string => {
  const reasons = reports.flatMap(({ skipped }) => skipped.map(({ reason }) => reason ?? 'a reason'))
  if (reasons.length === 0) return `Everything holds (${durationOf(ms)}).\n`
  const groups = [...Map.groupBy(reasons, (reason) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  const list = groups.map(([reason, { length }]) => `  ${counted(length, 'test needs', 'tests need')} ${reason}\n`)
  const number = counted(reasons.length, 'test was', 'tests were')
  return `Skipped:\n${list.join('')}\nAll checks that ran passed (${durationOf(ms)}); ${number} skipped: see above.\n`
}
