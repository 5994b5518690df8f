import { defineRoute } from '#lib/compose/define-route.ts'
import { SkillOrigin } from '#lib/console/model/console-install.ts'
import { readOrigin } from '#lib/console/server/installing/read-origin.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'

/** Where a skill comes from, and which skills it needs and which need it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  params: skillParams,
  output: SkillOrigin,
  async handle({ params: { name }, services }) {
    const origin = await readOrigin(services, name)
    return origin === undefined ? refuse('NOT_FOUND') : { body: origin }
  },
})
