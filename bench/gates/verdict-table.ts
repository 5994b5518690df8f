import type { VerdictWord } from '../../gates/score.ts'
import { wilson } from '../statistics.ts'

export type Judged = {
  readonly source: string
  readonly category: string
  readonly isMalicious: boolean
  readonly verdict: VerdictWord
}

/**
 * A Markdown table of the verdicts, with a row for each source and category. `stopped` is the share of skills that are
 * blocked or need a review, with its 95 % interval.
 */
export function verdictTable(judged: readonly Judged[]): string {
  const kind = ({ isMalicious }: Judged) => (isMalicious ? 'malicious' : 'benign')
  const groups = [
    ...Map.groupBy(judged, (one) => `${kind(one)} | ${one.source} | ${one.category.replaceAll('|', '\\|')}`),
    ...Map.groupBy(judged, (one) => `${kind(one)} | all | all`),
  ].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    '| label | source | category | skills | block | review | admit | stopped |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...groups.map(([name, skills]) => {
      const count = (word: VerdictWord) => skills.filter(({ verdict }) => verdict === word).length
      const counts = [skills.length, count('block'), count('review'), count('admit')]
      return `| ${[name, ...counts, share(skills.length - count('admit'), skills.length)].join(' | ')} |`
    }),
    '',
  ].join('\n')
}

/** A share in percent with its 95 % interval, like `62 (54–69)`. */
export function share(part: number, whole: number): string {
  const [low, high] = wilson(part, whole)
  const percent = (value: number) => Math.round(100 * value)
  return `${percent(part / whole)} (${percent(low)}–${percent(high)})`
}
