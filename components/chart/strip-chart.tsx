import type { StripChart as Chart, ChartPlace, ChartText } from '#lib/travel/chart-geometry.ts'

/** The route as one chart image; its description or the form repeats every number in it. */
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

function Sheet({ chart, id }: { chart: Chart; id: string }) {
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={chart.description}
    >
      <defs>
        <path id={`land-${id}`} d={chart.land} />
      </defs>
      <rect width={chart.width} height={chart.height} className="chart-water" />
      <use href={`#land-${id}`} className="chart-shelf" />
      <use href={`#land-${id}`} className="chart-land" />
      <path d={chart.graticule} className="chart-grid" />
      {chart.degrees.map((text) => (
        <Label key={`${text.x} ${text.y}`} text={text} className="chart-degree" />
      ))}
      {chart.others.map(({ path, place, leaves, leavesName }) => (
        <g key={path} className="chart-other">
          <path d={path} className="chart-course" />
          {place && <Place place={place} />}
          {leaves && (
            <>
              <Label text={leaves} className="chart-code" />
              <Label text={{ ...leaves, y: leaves.y + 14, text: leavesName }} className="chart-name" />
            </>
          )}
        </g>
      ))}
      <g className="chart-active">
        <path d={chart.route} className="chart-course" />
        <path d={chart.ticks.map(({ path }) => path).join('')} className="chart-tick" />
        {chart.ticks.map(({ path, label }) => label && <Label key={path} text={label} className="chart-hour" />)}
        <Label text={chart.distance} className="chart-distance" />
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
      <Label text={place.code} className="chart-code" />
      <Label text={place.name} className="chart-name" />
    </>
  )
}

function Label({ text, className }: { text: ChartText; className: string }) {
  return (
    <text x={text.x} y={text.y} textAnchor={text.anchor} className={className}>
      {text.text}
    </text>
  )
}
