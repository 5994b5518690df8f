import type { Histogram } from '#lib/travel/model/results/histogram.ts'

interface HistogramBarsProps {
  histogram: Histogram
  height: number
  /** Bars inside this range are strong, bars outside are pale. */
  from: number
  to: number
}

const WIDTH = 200

/** A histogram of the list above its slider. Hidden from screen readers, because the list has the same values. */
export function HistogramBars({ histogram, height, from, to }: HistogramBarsProps) {
  const { counts } = histogram
  const highest = Math.max(1, ...counts)
  const width = WIDTH / counts.length
  const binWidth = (histogram.to - histogram.from) / counts.length
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {counts.map((count, at) => {
        const start = histogram.from + at * binWidth
        const isIn = start + binWidth > from && start < to
        const tall = (count / highest) * height
        return (
          <rect
            key={start}
            className={isIn ? 'is-in' : undefined}
            x={at * width + 0.5}
            y={height - tall}
            width={width - 1}
            height={tall}
          />
        )
      })}
    </svg>
  )
}
