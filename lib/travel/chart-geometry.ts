/** What a strip chart shows, measured in its own pixels: ready to be drawn, with nothing left to compute. */
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
  /** The chart in words. */
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

/** A place to draw: the code and the short name that stand on the chart. */
export interface ChartPoint {
  code: string
  name: string
  lat: number
  lon: number
}

/** Routes to draw: the first is the one that the strip follows. */
export interface ChartRoutes {
  origin: ChartPoint
  destination: ChartPoint
  others: { origin: ChartPoint; destination: ChartPoint }[]
  /** "Example" or "your last search", for the description. */
  label: string
}
