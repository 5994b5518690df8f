import { describeFilter } from '#lib/travel/model/results/filter-sentences.ts'

/** One active filter in words: "Up to $900". */
export function ActiveFilter({ text }: { text: (describe: typeof describeFilter) => string }) {
  return <span className="fold-active">{text(describeFilter)}</span>
}
