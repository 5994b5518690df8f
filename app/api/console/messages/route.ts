import { ConsoleMessages, MessageQuery } from '#lib/agents/model/operator-message-view.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  query: MessageQuery,
  async handle({ input }) {
    const { manageMessages } = await services()
    const page = await manageMessages.list(input)
    return page.ok ? { body: ConsoleMessages.parse(page.value) } : page
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
