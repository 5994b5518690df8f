import { defineRoute } from '#lib/compose/define-route.ts'
import { SkillSources } from '#lib/console/model/console-install.ts'
import { listSources } from '#lib/console/server/installing/list-offers.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** The known sources of skills, and the skills that are here. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  output: SkillSources,
  handle: async ({ services }) => ({ body: await listSources(services) }),
})
