import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { readSkill } from '#lib/console/server/read-skill.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { Source } from '#runner/contract/principal.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  params: skillParams,
  query: z.object({ source: Source.default('main') }),
  async handle({ params: { name }, input: { source }, services }) {
    const page = await readSkill(services, name, source)
    return page === undefined ? refuse('NOT_FOUND') : { body: page }
  },
})
