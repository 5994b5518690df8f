import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Position } from '#lib/travel/model/distance.ts'

/** Whether the map has land at a position. Lakes count as land. */
export type IsLand = (position: Position) => boolean

const COLUMNS_PER_DEGREE = 4
const COLUMNS = 360 * COLUMNS_PER_DEGREE

interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
}

// Only the outer structure is validated, not each of its 400,000 points.
const numbers = z.tuple([z.number(), z.number()])
const outerSchema = z.object({
  arcs: z.array(z.unknown()).min(1),
  transform: z.object({ scale: numbers, translate: numbers }),
})
const topologySchema = z.custom<Topology>((value) => outerSchema.safeParse(value).success)

/**
 * Reads the most detailed coastlines of world-atlas in about 150 ms.
 *
 * @param root the project folder, which contains node_modules
 */
export function readLand(root: string): IsLand {
  const file = join(root, 'node_modules', 'world-atlas', 'land-10m.json')
  return createLand(topologySchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
}

/**
 * A position is on land when the meridian to the North Pole, which lies in the sea, crosses an odd number of coastlines.
 * The lines are therefore indexed by columns of longitude. They stay in the topology's whole numbers, which take half
 * the memory of degrees.
 */
export function createLand({ arcs, transform: { scale, translate } }: Topology): IsLand {
  const lines = decode(arcs, Math.round(360 / scale[0]))
  const columnAt = (x: number) => columnOf(x * scale[0] + translate[0])
  const found: number[][] = Array.from({ length: COLUMNS }, () => [])
  for (let at = 0; at < lines.length; at += 4) {
    const [x1 = 0, , x2 = 0] = lines.subarray(at, at + 4)
    const last = columnAt(Math.max(x1, x2))
    for (let column = columnAt(Math.min(x1, x2)); column <= last; column++) found[column]?.push(at)
  }
  const columns = found.map((column) => Int32Array.from(column))
  return ({ lat, lon }) => {
    const [x, y] = [(lon - translate[0]) / scale[0], (lat - translate[1]) / scale[1]]
    let isInside = false
    for (const at of columns[columnOf(lon)] ?? []) {
      const [x1, y1, x2, y2] = [lines[at] ?? 0, lines[at + 1] ?? 0, lines[at + 2] ?? 0, lines[at + 3] ?? 0]
      if (x1 <= x !== x2 <= x && y1 + ((x - x1) / (x2 - x1)) * (y2 - y1) > y) isInside = !isInside
    }
    return isInside
  }
}

/** All lines as [x, y, x, y]. A line across the date line appears once on each side. */
function decode(arcs: Topology['arcs'], turnX: number): Int32Array {
  const lines: number[] = []
  for (const arc of arcs) {
    let [x, y] = [0, 0]
    for (const [at, [dx, dy]] of arc.entries()) {
      const [lastX, lastY] = [x, y]
      x += dx
      y += dy
      if (at === 0) continue
      const turn = Math.abs(dx) > turnX / 2 ? -Math.sign(dx) * turnX : 0
      lines.push(lastX, lastY, x + turn, y)
      if (turn !== 0) lines.push(lastX - turn, lastY, x, y)
    }
  }
  return Int32Array.from(lines)
}

function columnOf(lon: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((lon + 180) * COLUMNS_PER_DEGREE)))
}
