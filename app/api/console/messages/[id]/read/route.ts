import { ConsoleMessage, MessageParams } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Marks the message as read, for all operators. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: MessageParams,
  output: ConsoleMessage,
  handle: ({ params: { id }, services }) => services.manageMessages.read(id),
})
