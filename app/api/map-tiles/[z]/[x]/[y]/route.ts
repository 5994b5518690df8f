import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'

const maxZoom = 22
const whole = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
const params = z
  .object({ z: whole.pipe(z.number().max(maxZoom)), x: whole, y: whole })
  .refine(({ z: zoom, x, y }) => Math.max(x, y) < 2 ** zoom)

const type = 'application/vnd.mapbox-vector-tile'
const cached = { 'cache-control': 'public, max-age=86400' }

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readMapTile',
  summary: "Reads a vector tile of the operator's map.",
  who: 'anyone',
  limit: 'mapTiles',
  params,
  answers: { 200: { description: 'The tile', type, schema: z.string().meta({ format: 'binary' }) } },
  errors: ['NOT_FOUND'],
  async handle({ params: { z: zoom, x, y }, services }) {
    const tile = await services.mapTiles.tile(zoom, x, y)
    return tile ? new Response(tile, { headers: { ...cached, 'content-type': type } }) : refuse('NOT_FOUND')
  },
})
