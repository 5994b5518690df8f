import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { readSkill } from '#lib/console/server/read-skill.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { SkillName } from '#runner/contract/manifest.ts'
import { Source } from '#runner/contract/principal.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsOnly,
  params: z.object({ name: SkillName }),
  query: z.object({ source: Source.default('main') }),
  async handle({ params: { name }, input: { source }, services }) {
    const page = await readSkill(services, name, source)
    return page === undefined ? refuse('NOT_FOUND') : { body: page }
  },
})
