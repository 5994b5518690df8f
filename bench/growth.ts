import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleReads } from './console.ts'
import { type Chart, type Curve, drawCurves } from './growth/draw-curves.ts'
import { inFlight } from './growth/in-flight.ts'
import { installed } from './installed.ts'
import type { Measurement, Metric } from './measure.ts'

const charts = join(import.meta.dirname, '..', 'docs', 'growth')
const installedSizes = [1, 10, 100, 1000]
/** Ten million would take about 50 GB of disk. */
const keptSizes = [10_000, 100_000, 1_000_000]
/** Reads of every kind: pages, filters, counts, sums of days, and the search. */
const reads = [
  'list',
  'list, page 100',
  'list: profile, failed, days',
  'list: text of all requests',
  'search: text',
  'execution',
  'overview 90d',
  'audit: subject',
]

type Growth = Omit<Chart, 'curves'> & {
  readonly file: string
  readonly metric: Metric
  readonly measure: () => Promise<Measurement[]>
}

const growths: readonly Growth[] = [
  {
    file: 'in-flight.svg',
    title: 'An execution from its request to its answer, p50',
    sizes: 'executions in flight',
    unit: 'ms',
    metric: 'p50',
    measure: inFlight,
  },
  {
    file: 'installed.svg',
    title: 'Starts and lists, p50',
    sizes: 'installed skills',
    unit: 'ms',
    metric: 'p50',
    measure: () => installed(installedSizes),
  },
  {
    file: 'kept.svg',
    title: 'Reads of the console, p50',
    sizes: 'executions kept',
    unit: 'ms',
    metric: 'p50',
    measure: kept,
  },
]

/** Measures what grows with use, from one to many, and draws it for the documentation. */
export async function growth(): Promise<Measurement[]> {
  const lines: Measurement[] = []
  for (const { file, metric, measure, ...chart } of growths) {
    const measured = await measure()
    lines.push(...measured.map((line) => ({ ...line, bench: 'growth' })))
    await writeFile(join(charts, file), drawCurves({ ...chart, curves: curvesOf(measured, metric) }))
  }
  return lines
}

/** A curve for each job. An absent value leaves a gap. */
function curvesOf(lines: readonly Measurement[], metric: Metric): Curve[] {
  const shown = lines.filter((line) => line.metric === metric)
  return [...Map.groupBy(shown, ({ bench, of }) => of ?? bench)].map(([name, each]) => ({
    name,
    points: each.flatMap(({ size, value }) => (size === undefined || value === null ? [] : [[size, value] as const])),
  }))
}

async function kept(): Promise<Measurement[]> {
  const lines: Measurement[] = []
  for (const size of keptSizes) lines.push(...(await consoleReads({ executions: size }, reads)))
  return lines
}
