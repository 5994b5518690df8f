import type { AreaMap } from '#lib/travel/model/area-geometry.ts'
import { formatDistance } from '#lib/travel/model/distance.ts'
import { type MapSize, type MapView, roundKm, toPx } from '#lib/travel/model/hotels/map-view.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { Land } from './land.tsx'

/** Land, sea, a faint grid and a scale. North is up. */
export function AreaChart({ area, view, size }: { area: AreaMap; view: MapView; size: MapSize }) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const { width, height } = size
  const perUnit = area.unitKm / view.kmPerPx
  const origin = toPx(view, size, { x: 0, y: 0 })
  const gridKm = roundKm(view, size)
  const step = gridKm / view.kmPerPx
  const first = (from: number) => ((from % step) + step) % step
  const lines = (from: number, length: number) =>
    Array.from({ length: Math.ceil(length / step) }, (_, at) => first(from) + at * step)
  return (
    <svg className="area-chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect width={width} height={height} className="chart-water" />
      <g transform={`translate(${origin.left} ${origin.top}) scale(${perUnit})`}>
        <Land />
      </g>
      <path
        className="chart-grid"
        d={[
          ...lines(origin.left, width).map((x) => `M${x.toFixed(1)} 0V${height}`),
          ...lines(origin.top, height).map((y) => `M0 ${y.toFixed(1)}H${width}`),
        ].join('')}
      />
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
