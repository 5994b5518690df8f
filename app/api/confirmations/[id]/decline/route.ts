import { Decided } from '#lib/agents/model/confirmation-view.ts'
import { confirmationParams } from '#lib/agents/server/confirmations/confirmation-params.ts'
import { defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const decline = defineRoute({
  operation: 'decline',
  summary: 'Ends a confirmation, so that nothing can use it.',
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  answers: { 200: { description: 'What came of the decision', schema: Decided } },
  errors: ['CONFLICT'],
  handle: ({ params: { id }, context, services }) => services.confirmationDesk.decline(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: decline })
