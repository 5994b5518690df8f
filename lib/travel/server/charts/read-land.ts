import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import * as z from 'zod'

const LandTopology = z.custom<Topology<{ land: GeometryCollection }>>(
  (value) =>
    z.object({ type: z.literal('Topology'), objects: z.object({ land: z.looseObject({}) }) }).safeParse(value).success,
)

/** The finest coastlines of the world. `root`: the project folder, which contains node_modules. */
export function readLand(root: string) {
  const file = join(root, 'node_modules', 'world-atlas', 'land-10m.json')
  const topology = LandTopology.parse(JSON.parse(readFileSync(file, 'utf8')))
  return feature(topology, topology.objects.land)
}
