import type { ConsoleCost } from '#lib/console/model/console-cost.ts'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { classes } from '../../ui/classes.ts'
import { ticksOf } from '../overview/series-chart.tsx'
import { costText, type Measure, measureNames, rangeNames, tickText } from './cost-words.ts'

/** Positions and heights in px. Widths are shares, so that the chart fits its box without a measurement. */
const [top, ground, labelsAt] = [18, 150, 168]
/** The part of its place that a bar fills. */
const barShare = 0.82
/** The most bars with a label each. */
const mostLabels = 14

/** One measure of each day as bars. A day whose measure is unknown has a mark in place of a bar. */
export function CostChart({ cost: { days, range, total }, measure }: { cost: ConsoleCost; measure: Measure }) {
  const ticks = ticksOf(Math.max(...days.map((day) => day[measure] ?? 0)))
  const highest = ticks.at(-1) ?? 1
  const yOf = (value: number) => ground - ((ground - top) * value) / highest
  const every = Math.ceil(days.length / mostLabels)
  const label = `${measureNames[measure]}, ${rangeNames[range].long}: ${costText(total, measure)} in all.`
  return (
    <div
      className={classes('overview-chart cost-chart', days.length > mostLabels && 'is-dense')}
      role="img"
      aria-label={label}
    >
      <svg width="100%" height={180} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick} className="overview-tick">
            <text x={-8} y={yOf(tick) + 4}>
              {tickText(tick, measure)}
            </text>
            <line x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          </g>
        ))}
        <g className="overview-plot">
          {days.map((day, at) => {
            const value = day[measure]
            const center = `${((at + 0.5) / days.length) * 100}%`
            return (
              <g key={day.day}>
                {value === null ? (
                  <text x={center} y={ground - 4}>
                    ?
                  </text>
                ) : (
                  <rect
                    x={`${((at + (1 - barShare) / 2) / days.length) * 100}%`}
                    width={`${(barShare / days.length) * 100}%`}
                    y={yOf(value)}
                    height={ground - yOf(value)}
                    fill="var(--color-bar)"
                  />
                )}
                {at % every === 0 && (
                  <text x={center} y={labelsAt} className="overview-label">
                    {dayText(day.day)}
                  </text>
                )}
              </g>
            )
          })}
        </g>
      </svg>
    </div>
  )
}

const dayText = (day: string) =>
  dateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
