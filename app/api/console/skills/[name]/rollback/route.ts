import { defineRoute } from '#lib/compose/define-route.ts'
import { Rollback, RolledBack } from '#lib/console/model/console-install.ts'
import { rollBackInstalled } from '#lib/console/server/installing/change-installed.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'

/** Returns to the release that the last update replaced. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  params: skillParams,
  body: Rollback,
  output: RolledBack,
  handle: ({ params: { name }, input, context, services }) => rollBackInstalled(services, context, name, input.digest),
})
