import { ConsoleMessages, MessageQuery } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  query: MessageQuery,
  output: ConsoleMessages,
  handle: ({ input, services }) => services.manageMessages.list(input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
