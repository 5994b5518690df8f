import { defineRoute } from '#lib/compose/define-route.ts'
import { Removal, Removed } from '#lib/console/model/console-install.ts'
import { removeInstalled } from '#lib/console/server/installing/change-installed.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'

/** Removes an installed skill, and what the page says goes with it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  params: skillParams,
  body: Removal,
  output: Removed,
  handle: ({ params: { name }, input, context, services }) => removeInstalled(services, context, name, input),
})
