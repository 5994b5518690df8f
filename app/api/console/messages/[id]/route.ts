import { MessageParams } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.delete({
  ...operatorsOnly,
  params: MessageParams,
  output: Done,
  handle: ({ params: { id }, context, services }) => services.manageMessages.remove(context, id),
})
