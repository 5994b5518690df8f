import type { GeoContext } from 'd3-geo'

/**
 * A path context for d3. It writes SVG path data with whole numbers and omits points closer than `gap` to the previous
 * one and rings smaller than `speck`: enough detail for a coast at page size.
 */
export function createThinPath(gap: number, speck: number): GeoContext & { data: () => string } {
  let written = ''
  let ring: [number, number][] = []
  const flush = (closed: boolean) => {
    const xs = ring.map(([x]) => x)
    const ys = ring.map(([, y]) => y)
    const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
    if (ring.length > 1 && size >= speck) written += relative(ring) + (closed ? 'z' : '')
    ring = []
  }
  return {
    moveTo(x, y) {
      if (ring.length > 0) flush(false)
      ring = [[x, y]]
    },
    lineTo(x, y) {
      const [lastX = 0, lastY = 0] = ring.at(-1) ?? []
      if (Math.hypot(x - lastX, y - lastY) >= gap) ring.push([x, y])
    },
    closePath: () => flush(true),
    arc: () => {},
    beginPath: () => {},
    data() {
      if (ring.length > 0) flush(false)
      return written
    },
  }
}

/** Relative whole-number steps take about half the characters of absolute points. */
function relative(points: [number, number][]): string {
  let atX = 0
  let atY = 0
  let text = ''
  for (const [i, point] of points.entries()) {
    const x = Math.round(point[0])
    const y = Math.round(point[1])
    if (i === 0) text += `M${x},${y}l`
    else if (x !== atX || y !== atY)
      text += `${i > 1 && x - atX >= 0 ? ' ' : ''}${x - atX}${y - atY >= 0 ? ',' : ''}${y - atY}`
    atX = x
    atY = y
  }
  return text
}
