import type { AreaMap } from '#lib/travel/model/area-geometry.ts'
import { formatDistance } from '#lib/travel/model/distance.ts'
import type { MapLabel } from '#lib/travel/model/hotels/map-labels.ts'
import { type MapSize, type MapView, roundKm, toPx } from '#lib/travel/model/hotels/map-view.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'

interface AreaChartProps {
  area: AreaMap
  view: MapView
  size: MapSize
  labels: readonly MapLabel[]
  /** The places of hotels without a tag, in km from the centre. */
  hidden: readonly { x: number; y: number }[]
  /** Only the scale and the centre, over tiles that have the rest. */
  isFrame: boolean
}

/** Land, sea, names of places and a scale. North is up. */
export function AreaChart({ area, view, size, labels, hidden, isFrame }: AreaChartProps) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const { width, height } = size
  const perUnit = area.unitKm / view.kmPerPx
  const origin = toPx(view, size, { x: 0, y: 0 })
  const gridKm = roundKm(view, size)
  const step = gridKm / view.kmPerPx
  return (
    <svg className="area-chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {!isFrame && <rect width={width} height={height} className="chart-water" />}
      {!isFrame && (
        <g transform={`translate(${origin.left} ${origin.top}) scale(${perUnit})`}>
          <Land path={area.land} />
        </g>
      )}
      {(isFrame ? [] : labels).map(({ name, kind, left, top }) => (
        <text key={`${name} ${left} ${top}`} className={`chart-place is-${kind}`} x={left} y={top}>
          {name}
        </text>
      ))}
      <path className="area-hidden" d={hidden.map((point) => ring(toPx(view, size, point))).join('')} />
      <path className="area-centre" d={`M${origin.left - 5} ${origin.top}h10m-5 -5v10`} />
      <g className="area-scale" transform={`translate(60 ${height - 14})`}>
        <path d={`M0 -4V0H${step.toFixed(1)}V-4`} />
        <text y={-7}>{formatDistance(gridKm, locale)}</text>
      </g>
      <g className="area-north" transform={`translate(${width - 24} 34)`}>
        <path d="M0 20V-12M0 -14-5 0 0 -4 5 0z" />
        <text y={34} textAnchor="middle">
          {t('north')}
        </text>
      </g>
    </svg>
  )
}

const ring = ({ left, top }: { left: number; top: number }) => `M${left - 4} ${top}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`

/** The land and its shallow water, in area units. `path`: SVG path data. */
function Land({ path }: { path: string }) {
  return (
    <>
      <path d={path} className="chart-shelf is-wide" />
      <path d={path} className="chart-shelf" />
      <path d={path} className="chart-land" />
    </>
  )
}
