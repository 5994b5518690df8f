import type { AreaMap } from '#lib/travel/area-geometry.ts'

const LAND_ID = 'area-land'

/** The coast of an area, once in the page; every map of it draws it by reference. */
export function LandDefinition({ area }: { area: AreaMap }) {
  return (
    <svg className="land-definition" aria-hidden="true" width="0" height="0">
      <defs>
        <path id={LAND_ID} d={area.land} />
      </defs>
    </svg>
  )
}

/** The land with its shelf, in the units of the area. */
export function Land() {
  return (
    <>
      <use href={`#${LAND_ID}`} className="chart-shelf is-wide" />
      <use href={`#${LAND_ID}`} className="chart-shelf" />
      <use href={`#${LAND_ID}`} className="chart-land" />
    </>
  )
}
