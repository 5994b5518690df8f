import { defineRoute } from '#lib/compose/define-route.ts'
import { Installed, PlanApproval } from '#lib/console/model/console-install.ts'
import { installSkill } from '#lib/console/server/installing/install-skill.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'

/** Approves and installs the plan that the page shows. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  body: PlanApproval,
  output: Installed,
  handle: ({ input, context, services, signal }) => installSkill(services, context, input, signal),
})
