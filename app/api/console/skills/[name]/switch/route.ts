import { defineRoute } from '#lib/compose/define-route.ts'
import { SkillSwitch } from '#lib/console/model/console-skill.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'
import { switchForEverybody } from '#lib/console/server/switch-for-everybody.ts'

/** Enables or disables a skill for everybody. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  params: skillParams,
  body: SkillSwitch,
  handle: ({ params: { name }, input: { is_enabled: isEnabled }, context, services }) =>
    switchForEverybody(services, context, { name, isEnabled }),
})
