import type { TestReport } from './test-report.ts'

const most = 15

const durationOf = (ms: number): string =>
  ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

/** The files that took longest, one a line. */
export const slowestFiles = (files: TestReport['files']): string =>
  files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}\n`)
    .join('')

/** Names the failed tests, each with its error, to end the message of a run; empty where there are none. */
export const failures = ({ failed }: TestReport): string => {
  if (failed.length === 0) return ''
  const names = failed.map(({ test, message }) => `\n  ${test}: ${message}`).join('')
  return `\n\n${counted(failed.length, 'test', 'tests')} failed:${names}`
}

/** What Node wrote when one of its checks failed and it ended itself; empty where it did not. */
export const nativeCrash = (output: string): string => {
  const crash = /^# Fatal error in(?:.*\n?){1,30}/m.exec(output)?.[0].trimEnd()
  return crash === undefined ? '' : `\n\n${crash}`
}

/** Names the tests that are skipped without a reason; `undefined` where there are none. */
export const mistakeOfSkips = ({ skipped }: TestReport): string | undefined => {
  const silent = skipped.filter(({ reason }) => !reason)
  if (silent.length === 0) return undefined
  const names = silent.map(({ test }) => `  ${test}`).join('\n')
  const number = counted(silent.length, 'test was', 'tests were')
  return `${number} skipped without a reason:\n${names}\nGive each its reason, as scripts/testing/needs.ts does, or let it run.`
}

/** The end of `npm test`: what was skipped, for each reason, and then one line that claims no more than ran. */
export const conclusionOf = (reports: readonly TestReport[], ms: number): string => {
  const reasons = reports.flatMap(({ skipped }) => skipped.map(({ reason }) => reason ?? 'a reason'))
  if (reasons.length === 0) return `Everything holds (${durationOf(ms)}).\n`
  const groups = [...Map.groupBy(reasons, (reason) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  const list = groups.map(([reason, { length }]) => `  ${counted(length, 'test needs', 'tests need')} ${reason}\n`)
  const number = counted(reasons.length, 'test was', 'tests were')
  return `Skipped:\n${list.join('')}\nAll checks that ran passed (${durationOf(ms)}); ${number} skipped: see above.\n`
}
