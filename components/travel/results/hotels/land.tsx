/** The land and its shallow water, in area units. `path`: SVG path data. */
export function Land({ path }: { path: string }) {
  return (
    <>
      <path d={path} className="chart-shelf is-wide" />
      <path d={path} className="chart-shelf" />
      <path d={path} className="chart-land" />
    </>
  )
}
