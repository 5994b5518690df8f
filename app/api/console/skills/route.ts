import { defineRoute } from '#lib/compose/server.ts'
import { listSkills } from '#lib/console/server/list-skills.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  handle: async ({ services }) => ({ body: await listSkills(services) }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
