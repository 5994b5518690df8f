import { executionRoute } from '#lib/agents/server/api/execution-route.ts'
import { ExecutionView } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...executionRoute,
  operation: 'cancel',
  summary: 'Ends an execution.',
  answers: { 200: { description: 'The execution', schema: ExecutionView } },
  errors: ['FORBIDDEN', 'CONFLICT'],
  handle: ({ first: call, services }) => services.scripts.cancel(call),
})
