import { ConsoleMessages, MessageQuery } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: MessageQuery,
  output: ConsoleMessages,
  handle: ({ input, services }) => services.manageMessages.list(input),
})
