import { AskAgain, confirmationParams, Decided } from '#lib/agents/model/confirmation-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'askAgain',
  summary: 'Ends a confirmation and asks a new one, perhaps with other texts. Runs nothing.',
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  body: AskAgain,
  answers: { 200: { description: 'What came of the decision', schema: Decided } },
  errors: ['CONFLICT'],
  handle: ({ params: { id }, input, context, services, signal }) =>
    services.confirmationDesk.again(context, id, input, signal),
})
