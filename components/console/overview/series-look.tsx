/** Series differ by lightness and hatching, so that no colour has to be told apart. */
export const seriesLooks = [
  { id: 'series-0', fill: 'var(--color-ink)', hatch: null },
  { id: 'series-1', fill: 'var(--color-bar)', hatch: null },
  { id: 'series-2', fill: 'var(--color-bar-mute)', hatch: null },
  { id: 'series-3', fill: 'var(--color-inset)', hatch: 'var(--color-ink)' },
  { id: 'series-4', fill: 'var(--color-inset)', hatch: 'var(--color-bar)' },
  { id: 'series-5', fill: 'var(--color-sheet)', hatch: 'var(--color-line-control)' },
] as const

const patternSize = 6

/** The patterns of the series. `prefix` keeps the ids of several drawings apart. */
export function SeriesPatterns({ prefix }: { prefix: string }) {
  return (
    <defs>
      {seriesLooks.map(({ id, fill, hatch }) => (
        <pattern
          key={id}
          id={`${prefix}-${id}`}
          width={patternSize}
          height={patternSize}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={patternSize} height={patternSize} style={{ fill }} />
          {hatch && <rect width={patternSize / 3} height={patternSize} style={{ fill: hatch }} />}
        </pattern>
      ))}
    </defs>
  )
}

export const lookAt = (index: number) => seriesLooks[index % seriesLooks.length] ?? seriesLooks[0]

/** The sample of a series in the table, which is the chart's legend. */
export function SeriesMark({ index }: { index: number }) {
  const prefix = `mark-${index}`
  return (
    <svg className="series-mark" viewBox="0 0 12 12" aria-hidden="true">
      <SeriesPatterns prefix={prefix} />
      <rect width="12" height="12" fill={`url(#${prefix}-${lookAt(index).id})`} />
    </svg>
  )
}
