import { ConsoleMessage, MessageParams, MessageReading } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Marks the message as read or unread, for all operators. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: MessageParams,
  body: MessageReading,
  output: ConsoleMessage,
  handle: ({ params: { id }, input, services }) => services.manageMessages.markRead(id, input.is_read),
})
