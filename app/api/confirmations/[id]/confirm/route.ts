import { confirmationParams, Decided } from '#lib/agents/model/confirmation-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'confirm',
  summary: 'Runs what a confirmation shows, once.',
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  answers: { 200: { description: 'What came of the decision', schema: Decided } },
  errors: ['CONFLICT'],
  handle: ({ params: { id }, context, services, signal }) => services.confirmationDesk.confirm(context, id, signal),
})
