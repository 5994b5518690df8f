import { defineRoute } from '#lib/compose/define-route.ts'
import { PermissionDecision } from '#lib/console/model/console-skill.ts'
import { decidePermission } from '#lib/console/server/decide-permission.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'

/** Approves or revokes one permission of the release that the page shows. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  params: skillParams,
  body: PermissionDecision,
  handle: ({ params: { name }, input, context, services }) => decidePermission(services, context, name, input),
})
