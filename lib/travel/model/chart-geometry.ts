/** A strip chart in its own pixels, fully computed and ready to draw. */
export interface StripChart {
  width: number
  height: number
  land: string
  graticule: string
  degrees: ChartDegree[]
  /** The route of the search, a straight line from origin to destination. */
  route: string
  ticks: { path: string; label: (ChartSpot & { hours: number }) | null }[]
  distance: ChartSpot & { miles: number }
  ends: ChartPlace[]
  others: { path: string; place: ChartPlace | null; leaves: FarEnd | null; leavesName: string }[]
  /** The facts in the chart's text description. */
  facts: { shows: ChartRoutes['shows']; origin: string; destination: string; miles: number; hours: number }
}

/** The position of a label. */
export interface ChartSpot {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

/** A code or a name, the same in every language. */
interface ChartText extends ChartSpot {
  text: string
}

/** The label of a meridian or parallel at the border. The date line, Greenwich and the equator have no direction. */
export interface ChartDegree extends ChartSpot {
  degrees: number
  toward: 'east' | 'west' | 'north' | 'south' | 'none'
}

/** The code of a route's far end, which is outside the chart. */
export interface FarEnd extends ChartSpot {
  code: string
  isOrigin: boolean
}

/** A triangular marker with the code and name of its place. */
export interface ChartPlace {
  marker: string
  code: ChartText
  name: ChartText
}

/** A place on the chart, with its code and short name. */
export interface ChartPoint {
  code: string
  name: string
  lat: number
  lon: number
}

/** Routes to draw; the strip follows the route from `origin` to `destination`. */
export interface ChartRoutes {
  origin: ChartPoint
  destination: ChartPoint
  others: { origin: ChartPoint; destination: ChartPoint }[]
  shows: 'example' | 'last' | 'form'
}
