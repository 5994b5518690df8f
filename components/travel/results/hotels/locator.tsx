import { memo } from 'react'
import { type AreaMap, toAreaKm } from '#lib/travel/model/area-geometry.ts'
import { Land } from './land.tsx'

/** The distance shown around the hotel. */
const REACH_KM = 1.2

/** A small map of the hotel's location, in place of a photo. */
export const Locator = memo(function Locator(props: { area: AreaMap; location: { lat: number; lon: number } }) {
  const { area, location } = props
  const { x, y } = toAreaKm(area.centre, location)
  const reach = REACH_KM / area.unitKm
  const [left, top] = [x / area.unitKm - reach, y / area.unitKm - reach]
  return (
    <svg
      className="locator"
      viewBox={`${left} ${top} ${reach * 2} ${reach * 2}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect x={left} y={top} width={reach * 2} height={reach * 2} className="chart-water" />
      <Land />
      <circle cx={left + reach} cy={top + reach} r={reach * 0.1} className="locator-dot" />
    </svg>
  )
})
