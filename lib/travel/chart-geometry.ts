/** A strip chart in its own pixels, fully computed and ready to draw. */
export interface StripChart {
  width: number
  height: number
  land: string
  graticule: string
  degrees: ChartText[]
  /** The route of the search, a straight line from origin to destination. */
  route: string
  ticks: { path: string; label: ChartText | null }[]
  distance: ChartText
  ends: ChartPlace[]
  others: { path: string; place: ChartPlace | null; leaves: ChartText | null; leavesName: string }[]
  /** The text description of the chart. */
  description: string
}

export interface ChartText {
  x: number
  y: number
  text: string
  anchor: 'start' | 'middle' | 'end'
}

/** A triangle with its code and name. */
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

/** Routes to draw; the strip follows the first. */
export interface ChartRoutes {
  origin: ChartPoint
  destination: ChartPoint
  others: { origin: ChartPoint; destination: ChartPoint }[]
  /** "Example" or "your last search", for the description. */
  label: string
}
