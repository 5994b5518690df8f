import type { AreaMap } from '#lib/travel/model/area-geometry.ts'

const LAND_ID = 'area-land'

/** Defines an area's coast once per page; every map references it. */
export function LandDefinition({ area }: { area: AreaMap }) {
  return (
    <svg className="land-definition" aria-hidden="true" width="0" height="0">
      <defs>
        <path id={LAND_ID} d={area.land} />
      </defs>
    </svg>
  )
}

/** The land and its shallow water, in area units. */
export function Land() {
  return (
    <>
      <use href={`#${LAND_ID}`} className="chart-shelf is-wide" />
      <use href={`#${LAND_ID}`} className="chart-shelf" />
      <use href={`#${LAND_ID}`} className="chart-land" />
    </>
  )
}
