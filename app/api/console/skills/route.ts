import { defineRoute } from '#lib/compose/define-route.ts'
import { listSkills } from '#lib/console/server/list-skills.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  handle: async ({ services }) => ({ body: await listSkills(services) }),
})
