import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/**
 * The latest reference rates, for comparing prices in several currencies; `rates` is null if no source has any. Needs
 * no session: a page requests the rates in parallel with its first search, when the visitor may not have a session yet.
 */
const answer = defineRoute({
  who: 'anyone',
  limit: 'default',
  async handle() {
    const { latestRates } = await services()
    return { body: { rates: await latestRates() } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
