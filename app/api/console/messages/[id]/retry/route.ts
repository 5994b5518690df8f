import { MessageParams } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Tries to deliver the message now. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: MessageParams,
  handle: ({ params: { id }, context, services }) => services.manageMessages.retry(context, id),
})
