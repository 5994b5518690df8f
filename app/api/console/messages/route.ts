import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

const list = defineRoute({
  ...operatorsOnly,
  async handle() {
    const { manageMessages } = await services()
    return { body: await manageMessages.list() }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
