/** The points of one line, in ascending order of their size. */
export type Curve = { readonly name: string; readonly points: ReadonlyArray<readonly [size: number, value: number]> }
export type Chart = {
  readonly title: string
  readonly sizes: string
  readonly unit: string
  readonly curves: readonly Curve[]
}

const plot = { left: 74, right: 620, top: 46, bottom: 330 }
const page = { width: 900, height: 380 }
/** Readable on white and on black, as the pages that show the chart have either. */
const colors = ['#2f81f7', '#d1731b', '#2da44e', '#bf3989', '#8a63d2', '#b08800', '#0f8a8a', '#cf4a4a'] as const
const grey = '#7d8590'
const leastBetweenNames = 17

/** Draws the curves of one unit as an SVG document. Both axes are logarithmic, so that equal growth has equal slope. */
export function drawCurves({ title, sizes, unit, curves }: Chart): string {
  const points = curves.flatMap((curve) => curve.points)
  if (points.length === 0) throw new RangeError(`${title} has no points`)
  const x = scaleOf(
    points.map(([size]) => size),
    plot.left,
    plot.right,
  )
  const y = scaleOf(
    points.map(([, value]) => value),
    plot.bottom,
    plot.top,
  )
  const name = `${title}: ${unit} by ${sizes}`
  const lines = [
    ...x.decades.map((size) => gridLine(x.at(size), plot.top, x.at(size), plot.bottom)),
    ...x.decades.map((size) => text(x.at(size), plot.bottom + 18, 'middle', figure(size))),
    ...y.decades.map((value) => gridLine(plot.left, y.at(value), plot.right, y.at(value))),
    ...y.decades.map((value) => text(plot.left - 8, y.at(value) + 4, 'end', figure(value))),
    text(plot.left, 24, 'start', `${title}, in ${unit}`, ' font-weight="bold"'),
    text(plot.right, plot.bottom + 38, 'end', sizes),
    ...drawn(curves, x.at, y.at),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${grey}">`,
    `<title>${escaped(name)}</title>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}

/** Whole decades around the values, of which the smallest must be more than zero. */
function scaleOf(values: readonly number[], start: number, end: number) {
  const least = Math.min(...values)
  if (!(least > 0)) throw new RangeError(`a logarithmic axis cannot show ${least}`)
  const low = Math.floor(Math.log10(least))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    decades: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    at: (value: number) => round(start + ((Math.log10(value) - low) / (high - low)) * (end - start)),
  }
}

/** Each curve with its name beside its last point, moved down where it would cover the name above. */
function drawn(curves: readonly Curve[], x: (size: number) => number, y: (value: number) => number): string[] {
  const colored = curves.map((curve, at) => ({ ...curve, color: colors[at % colors.length] ?? grey }))
  const byHeight = colored
    .flatMap(({ points, ...curve }) => points.slice(-1).map((last) => ({ ...curve, points, last })))
    .toSorted((a, b) => y(a.last[1]) - y(b.last[1]))
  let above = Number.NEGATIVE_INFINITY
  return byHeight.flatMap(({ name, color, points, last: [, value] }) => {
    above = Math.max(y(value), above + leastBetweenNames)
    const path = points.map(([size, each]) => `${x(size)},${y(each)}`).join(' ')
    const dots = points.map(([size, each]) => `<circle cx="${x(size)}" cy="${y(each)}" r="3" fill="${color}"/>`)
    const label = text(plot.right + 14, above + 4, 'start', `${name}: ${figure(value)}`, ` fill="${color}"`)
    return [`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`, ...dots, label]
  })
}

const gridLine = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${grey}" stroke-opacity="0.3"/>`

const text = (x: number, y: number, anchor: string, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`

const figure = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 })

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
