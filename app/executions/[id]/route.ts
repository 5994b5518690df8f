import { executionRoute, knownEtagOf } from '#lib/agents/server/api/execution-route.ts'
import { ExecutionQuery, ExecutionView } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...executionRoute,
  operation: 'readExecution',
  summary: 'Reads an execution, and with `wait` holds the answer back until it changes.',
  query: ExecutionQuery,
  answers: {
    200: { description: 'The execution', schema: ExecutionView },
    304: { description: 'It has not changed since the ETag in If-None-Match' },
  },
  errors: ['FORBIDDEN'],
  async handle({ first: call, request, input, services, signal }) {
    const known = knownEtagOf(request.headers)
    const wait = input.wait > 0 ? { ms: input.wait * 1000, known, signal } : undefined
    const found = await services.scripts.read(call, wait)
    if (!found.ok) return found
    const { view, etag } = found.value
    if (known === etag) return new Response(null, { status: 304, headers: { etag } })
    return { body: view, headers: { etag } }
  },
})
