import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { SkillSwitch } from '#lib/console/model/console-skill.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { switchForEverybody } from '#lib/console/server/switch-for-everybody.ts'
import { SkillName } from '#runner/contract/manifest.ts'

/** Enables or disables a skill for everybody. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: z.object({ name: SkillName }),
  body: SkillSwitch,
  handle: ({ params: { name }, input: { is_enabled: isEnabled }, context, services }) =>
    switchForEverybody(services, context, { name, isEnabled }),
})
