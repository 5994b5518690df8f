import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { SkillName } from '#runner/contract/manifest.ts'

const schema = z.string().meta({ format: 'binary' })

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'downloadPublishedSkill',
  summary: 'The files of one skill that this instance offers.',
  who: 'anyone',
  limit: 'default',
  params: z.object({ name: SkillName }),
  answers: { 200: { description: 'A tar.gz archive', type: 'application/gzip', schema } },
  errors: ['NOT_FOUND'],
  async handle({ params, services }) {
    const archive = await services.publishedSkills.archive(params.name)
    return archive === undefined
      ? refuse('NOT_FOUND')
      : new Response(archive, { headers: { 'content-type': 'application/gzip' } })
  },
})
