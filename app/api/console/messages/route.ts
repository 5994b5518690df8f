import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ConsoleMessages, MessageQuery } from '#lib/shared/console-message.ts'

export const dynamic = 'force-dynamic'

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
