import { useSearchParams } from 'next/navigation'
import { type PointerEvent, useState } from 'react'
import { momentOf } from '#lib/console/client/console-time.ts'
import { pathWith, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { inZone } from '#lib/console/model/console-day.ts'
import { ExecutionCountQuery, ExecutionHistogram } from '#lib/console/model/console-executions.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { HistogramBars } from '../../ui/histogram-bars.tsx'
import { RangeSlider } from '../../ui/range-slider.tsx'
import { useZone } from '../frame/zone.tsx'
import { Moment } from '../moment.tsx'
import { type ChooseFilters, validFilters } from '../resources/resource-page.tsx'

const pollMs = 30_000
const height = 44

/**
 * The found executions over time, below the count of the highest bar. Dragging over a part, or its two sliders, filters
 * the list by that time.
 */
export function TimeChart({ choose }: { choose: ChooseFilters }) {
  const { zone } = useZone()
  const query = validFilters(useSearchParams(), ExecutionCountQuery.shape)
  const { data } = useConsoleQuery(ExecutionHistogram, pathWith('/executions/histogram', inZone(query, zone)), {
    pollMs: () => pollMs,
    keepsPrevious: true,
  })
  if (!data) return <div className="time-chart" />
  return (
    <TimeBars
      key={`${data.from} ${data.to}`}
      data={data}
      isZoomed={query.has('since') || query.has('before')}
      choose={choose}
    />
  )
}

interface TimeBarsProps {
  data: ExecutionHistogram
  isZoomed: boolean
  choose: ChooseFilters
}

function TimeBars({ data: { from, to, counted: which, bars }, isZoomed, choose }: TimeBarsProps) {
  const { zone } = useZone()
  const [part, setPart] = useState({ low: 0, high: bars.length })
  const [dragged, setDragged] = useState<number>()
  const start = Date.parse(from)
  const barMs = (Date.parse(to) - start) / bars.length
  const timeOf = (bar: number) => new Date(start + bar * barMs).toISOString()
  const isPart = part.low > 0 || part.high < bars.length
  const shown = bars.slice(part.low, part.high)
  const sum = (of: 'executions' | 'failed') => shown.reduce((total, bar) => total + bar[of], 0)

  function barAt({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length)))
  }
  const stretchTo = (begin: number, bar: number) =>
    setPart({ low: Math.min(begin, bar), high: Math.max(begin, bar) + 1 })

  return (
    <div className="time-chart console-box">
      <div
        className="time-chart-bars"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(barAt(event))
          stretchTo(barAt(event), barAt(event))
        }}
        onPointerMove={(event) => {
          if (dragged !== undefined) stretchTo(dragged, barAt(event))
        }}
        onPointerUp={() => setDragged(undefined)}
      >
        <HistogramBars
          histogram={{ from: 0, to: bars.length, counts: bars.map(({ executions }) => executions) }}
          height={height}
          from={part.low}
          to={part.high}
        />
        <span className="time-chart-most" aria-hidden="true">
          {Math.max(...bars.map(({ executions }) => executions)).toLocaleString('en')}
        </span>
      </div>
      <RangeSlider
        label="Started"
        min={0}
        max={bars.length}
        step={1}
        from={part.low}
        to={part.high}
        ends={{ from: 'from', to: 'to' }}
        write={(bar) => momentOf(timeOf(bar), 'minute', zone)}
        onChange={(low, high) => setPart({ low, high })}
      />
      <p className="time-chart-axis" aria-hidden="true">
        {[0, bars.length / 2, bars.length].map((bar) => (
          <Moment key={bar} at={timeOf(bar)} />
        ))}
      </p>
      <p className="time-chart-words soft">
        <span>
          <Moment at={timeOf(part.low)} /> to <Moment at={timeOf(part.high)} />:{' '}
          {counted(sum('executions'), 'execution')}, {sum('failed').toLocaleString('en')} failed
        </span>
        {which === 'newest' && (
          <span>
            Only the latest executions are counted, since <Moment at={from} />.
          </span>
        )}
        {isPart && (
          <Button size="sm" onClick={() => choose({ since: timeOf(part.low), before: timeOf(part.high) })}>
            Show only these
          </Button>
        )}
        {isZoomed && (
          <Button size="sm" variant="quiet" onClick={() => choose({ since: '', before: '' })}>
            All times
          </Button>
        )}
      </p>
    </div>
  )
}
