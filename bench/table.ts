import type { Measurement, Metric } from './measure.ts'

const columns: readonly Metric[] = ['p50', 'p95', 'p99', 'cpu', 'rate', 'rss', 'size', 'score']
/** Our subjects. A bench compares the other subjects with the first of these that it has. */
const ours = ['quickjs', 'python']

/** Formats the measurements as text: a table for each bench and job, with a row for each subject and size. */
export function tablesOf(measurements: readonly Measurement[]): string {
  const groups = Map.groupBy(measurements, ({ bench, of }) => (of === undefined ? bench : `${bench}: ${of}`))
  return [...groups].map(([title, lines]) => `${title}\n${tableOf(lines)}\n`).join('\n')
}

function tableOf(lines: readonly Measurement[]): string {
  const used = columns.filter((metric) => lines.some((line) => line.metric === metric && line.value !== null))
  const rows = [...Map.groupBy(lines, ({ subject, size }) => JSON.stringify([subject, size])).values()]
  const cells = rows.map((row) => cellsOf(row, used, lines))
  return aligned([['', ...used, ''], ...cells])
}

function cellsOf(row: readonly Measurement[], used: readonly Metric[], all: readonly Measurement[]): string[] {
  const [first] = row
  if (!first) return []
  const name = first.size === undefined ? first.subject : `${first.subject} ${first.size}`
  const absent = row.find((line) => line.absent !== undefined)?.absent
  if (absent !== undefined) return [name, ...used.map(() => '-'), `absent: ${absent}`]
  const shown = used.map((metric) => {
    const line = row.find((candidate) => candidate.metric === metric)
    return line?.value === undefined || line.value === null ? '' : amount(line.value, line.unit)
  })
  return [name, ...shown, comparison(first, all)]
}

/** The subject's p50 as a multiple of ours for the same job and size. Empty without a comparison. */
function comparison({ subject, size }: Measurement, all: readonly Measurement[]): string {
  const ratio = ratioOf(all, subject, size)
  // Our own subjects are not compared with each other.
  if (ratio === undefined || isOurs(subject)) return ''
  return ratio >= 1 ? `${figures(ratio)} times ours` : `ours is ${figures(1 / ratio)} times this`
}

function isOurs(subject: string): boolean {
  return ours.includes(subject.split(/[ ,]/, 1)[0] ?? '')
}

/** The subject's p50 divided by ours. */
export function ratioOf(all: readonly Measurement[], subject: string, size?: number): number | undefined {
  const p50 = (name: string) =>
    all.find((line) => line.subject === name && line.size === size && line.metric === 'p50')?.value ?? undefined
  const theirs = p50(subject)
  const own = ours.map(p50).find((value) => value !== undefined)
  return theirs === undefined || own === undefined || own <= 0 || theirs <= 0 ? undefined : theirs / own
}

function amount(value: number, unit: Measurement['unit']): string {
  switch (unit) {
    case 'ms':
      return `${figures(value)} ms`
    case '/s':
      return `${figures(value)} /s`
    case 'bytes':
      return `${figures(value / 1024)} KB`
    case 'of 100':
    case 'times':
    case 'at worst':
      return `${figures(value)} ${unit}`
  }
}

/** Rounds to three significant digits, the precision of a benchmark. */
function figures(value: number): string {
  const rounded = Number(value.toPrecision(3))
  return Math.abs(rounded) >= 1e15 ? String(rounded) : rounded.toLocaleString('en', { maximumFractionDigits: 6 })
}

/** Lines with the cells below each other, numbers to the right. The last column is text. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const isNumber = (at: number) => at > 0 && at < widths.length - 1
  return rows
    .map((row) =>
      row
        .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}
