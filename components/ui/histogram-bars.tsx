import type { Histogram } from '#lib/travel/results/histogram.ts'

interface HistogramBarsProps {
  histogram: Histogram
  height: number
  /** The bars between these are strong; those outside are pale. */
  from: number
  to: number
}

const WIDTH = 200

/** How many of a list lie where on a slider. It stands above the slider and repeats what the list shows, so it is not read out. */
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
