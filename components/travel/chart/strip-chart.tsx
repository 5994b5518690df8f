import type { StripChart as Chart, ChartPlace, ChartSpot } from '#lib/travel/model/chart-geometry.ts'
import { useTexts } from '../../ui/texts.tsx'

/** The route as one chart image. The text alternative or the form repeats every number of the chart. */
export function StripChart({ wide, narrow }: { wide: Chart; narrow: Chart }) {
  return (
    <>
      <div className="neat" aria-hidden="true" />
      <div className="chart-wide">
        <Sheet chart={wide} id="wide" />
      </div>
      <div className="chart-narrow">
        <Sheet chart={narrow} id="narrow" />
      </div>
    </>
  )
}

const descriptions = { example: 'chartExample', last: 'chartLast', form: 'chartForm' } as const

function Sheet({ chart, id }: { chart: Chart; id: string }) {
  const t = useTexts('home')
  const { shows, ...facts } = chart.facts
  const { distance } = chart
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={t(descriptions[shows], facts)}
    >
      <defs>
        <path id={`land-${id}`} d={chart.land} />
      </defs>
      <rect width={chart.width} height={chart.height} className="chart-water" />
      <use href={`#land-${id}`} className="chart-shelf" />
      <use href={`#land-${id}`} className="chart-land" />
      <path d={chart.graticule} className="chart-grid" />
      {chart.degrees.map(({ degrees, toward, ...at }) => (
        <Label key={`${at.x} ${at.y}`} {...at} text={t('chartDegrees', { degrees, toward })} className="chart-degree" />
      ))}
      {chart.others.map(({ path, place, leaves, leavesName }) => (
        <g key={path} className="chart-other">
          <path d={path} className="chart-course" />
          {place && <Place place={place} />}
          {leaves && (
            <>
              <Label
                {...leaves}
                text={t(leaves.isOrigin ? 'chartFrom' : 'chartTo', { code: leaves.code })}
                className="chart-code"
              />
              <Label {...leaves} y={leaves.y + 14} text={leavesName} className="chart-name" />
            </>
          )}
        </g>
      ))}
      <g className="chart-active">
        <path d={chart.route} className="chart-course" />
        <path d={chart.ticks.map(({ path }) => path).join('')} className="chart-tick" />
        {chart.ticks.map(
          ({ path, label }) =>
            label && (
              <Label key={path} {...label} text={t('chartHours', { hours: label.hours })} className="chart-hour" />
            ),
        )}
        <Label {...distance} text={t('chartDistance', { miles: distance.miles })} className="chart-distance" />
        {chart.ends.map((place) => (
          <Place key={place.code.text} place={place} />
        ))}
      </g>
    </svg>
  )
}

function Place({ place }: { place: ChartPlace }) {
  return (
    <>
      <path d={place.marker} className="chart-fix" />
      <Label {...place.code} className="chart-code" />
      <Label {...place.name} className="chart-name" />
    </>
  )
}

function Label({ x, y, anchor, text, className }: ChartSpot & { text: string; className: string }) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={className}>
      {text}
    </text>
  )
}
