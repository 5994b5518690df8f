import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { classes } from '../../ui/classes.ts'
import { barLabel, rangeNames } from './range-names.ts'

/** Positions and heights in px. Widths are shares, so that the chart fits its box without a measurement. */
const [top, ground, labelsAt] = [18, 190, 208]
const failedHeight = 28
/** The part of its place that a bar fills. */
const barShare = 0.82
const write = (count: number) => numberFormat('en-GB', {}).format(count)

/** Stacked bars, one for each hour, day or week, with the failed executions below. The table below is the legend. */
export function SeriesChart({ overview }: { overview: ConsoleOverview }) {
  const { buckets, range, total } = overview
  const bars = buckets.map(({ from, counts, failed }) => ({
    from,
    label: barLabel(from, overview),
    counts,
    failed,
    all: counts.reduce((sum, count) => sum + count, 0),
  }))
  const ticks = ticksOf(Math.max(...bars.map(({ all }) => all)))
  const highest = ticks.at(-1) ?? 1
  const yOf = (count: number) => ground - ((ground - top) * count) / highest
  const maxFailed = Math.max(1, ...buckets.map(({ failed }) => failed))
  const isRoomy = bars.length <= 14
  const center = (at: number) => `${((at + 0.5) / bars.length) * 100}%`
  const place = (at: number) => ({
    x: `${((at + (1 - barShare) / 2) / bars.length) * 100}%`,
    width: `${(barShare / bars.length) * 100}%`,
  })
  const label = `Executions, ${rangeNames[range].long}: ${total.executions}, of which ${total.failed} failed.`
  return (
    <div className={classes('overview-chart', !isRoomy && 'is-dense')} role="img" aria-label={label}>
      <svg width="100%" height={220} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick} className="overview-tick">
            <text x={-8} y={yOf(tick) + 4}>
              {write(tick)}
            </text>
            <line x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          </g>
        ))}
        <g className="overview-plot">
          {bars.map(({ from, counts, all, label }, at) => (
            <g key={from}>
              {counts.map((count, index) => {
                if (count === 0) return null
                const below = counts.slice(0, index).reduce((sum, more) => sum + more, 0)
                const [y, foot] = [yOf(below + count), yOf(below)]
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its position.
                  <rect key={index} {...place(at)} y={y} height={foot - y} className={`series-${index}`} />
                )
              })}
              {isRoomy && all > 0 && (
                <text x={center(at)} y={yOf(all) - 5} className="overview-count">
                  {write(all)}
                </text>
              )}
              <text x={center(at)} y={labelsAt} className="overview-label">
                {label}
              </text>
            </g>
          ))}
        </g>
      </svg>
      {total.failed > 0 && (
        <>
          <p className="overview-failed-label">Failed</p>
          <svg width="100%" height={failedHeight + 16} aria-hidden="true">
            <g className="overview-plot">
              {bars.map(({ from, failed }, at) => (
                <g key={from} className="is-failed">
                  <rect {...place(at)} height={(failedHeight * failed) / maxFailed} fill="var(--color-stop)" />
                  {isRoomy && failed > 0 && (
                    <text x={center(at)} y={(failedHeight * failed) / maxFailed + 12} className="overview-count">
                      {write(failed)}
                    </text>
                  )}
                </g>
              ))}
            </g>
          </svg>
        </>
      )}
    </div>
  )
}

/** At most five round numbers at equal distances, from 0 to at least `most`. */
export function ticksOf(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 4) / 4))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= most) ?? 1
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
}
