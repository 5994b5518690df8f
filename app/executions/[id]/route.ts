import { knownEtagOf } from '#lib/agents/server/api/known-etag.ts'
import { ExecutionQuery } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute, executionRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The state of an execution, and its result. */
const read = defineRoute({
  ...executionRoute,
  query: ExecutionQuery,
  async handle({ first: { call, scripts }, request, input }) {
    const known = knownEtagOf(request.headers)
    const { signal } = request
    const found = await scripts.read(call, input.wait > 0 ? { ms: input.wait * 1000, known, signal } : undefined)
    if (!found.ok) return found
    const { view, etag } = found.value
    if (known === etag) return new Response(null, { status: 304, headers: { etag } })
    return { body: view, headers: { etag } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })
