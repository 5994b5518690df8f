import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { PermissionDecision } from '#lib/console/model/console-skill.ts'
import { decidePermission } from '#lib/console/server/decide-permission.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { SkillName } from '#runner/contract/manifest.ts'

/** Approves or revokes one permission of the release that the page shows. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: z.object({ name: SkillName }),
  body: PermissionDecision,
  handle: ({ params: { name }, input, context, services }) => decidePermission(services, context, name, input),
})
