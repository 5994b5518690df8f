import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'

/** The address has the version of the library, so a browser may keep the script. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** The worker in which the map's library reads tiles. A bundle of its own, which only pages with tiles load. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  who: 'anyone',
  limit: 'default',
  async handle({ services: { mapTiles, places } }) {
    if ((await mapTiles.forPages()) === undefined) return refuse('NOT_FOUND')
    const file = join(places.root, 'node_modules', 'maplibre-gl', 'dist', 'maplibre-gl-worker.mjs')
    return new Response(await readFile(file), { headers })
  },
})
