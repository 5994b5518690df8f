import { defineRoute, services } from '#lib/compose/server.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

const headers = { 'content-disposition': 'attachment; filename="travel-aw-account.json"' }

/** A copy of the person's own data, as a file. */
const download = defineRoute({
  who: 'session',
  limit: 'accountExport',
  async handle({ context: { principal } }) {
    const body = await (await services()).exportAccount(principal)
    return body === undefined ? refuse('UNAUTHENTICATED') : { body, headers }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: download })
