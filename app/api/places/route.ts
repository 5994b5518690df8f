import * as z from 'zod'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

const PlacesQuery = z.object({ q: z.string().trim().max(80, 'must have at most 80 characters').default('') })

/** Airports and cities for the search form's suggestions, the likeliest first. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'places',
  query: PlacesQuery,
  async handle({ input }) {
    const { places } = await services()
    return { body: { places: places.search(input.q) }, headers: { 'cache-control': 'public, max-age=300' } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
