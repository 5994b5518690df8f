import { knownEtagOf } from '#lib/agent-api/known-etag.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { ExecutionQuery } from '#lib/scripts/execution-schema.ts'
import { defineExecutionQueryRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** The state of an execution, and its result. */
const read = defineExecutionQueryRoute(ExecutionQuery, async ({ call, scripts, request, input }) => {
  const known = knownEtagOf(request.headers)
  const { signal } = request
  const found = await scripts.read(call, input.wait > 0 ? { ms: input.wait * 1000, known, signal } : undefined)
  if (!found.ok) return found
  const { view, etag } = found.value
  if (known === etag) return new Response(null, { status: 304, headers: { etag } })
  return { body: view, headers: { etag } }
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })
