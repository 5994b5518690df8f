import * as z from 'zod'
import { operatorsOnly } from '#lib/console/operators-only.ts'
import { switchForEverybody } from '#lib/console/switch-for-everybody.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { SkillSwitch } from '#lib/shared/console-skill.ts'
import { SkillName } from '#runner/contract/manifest.ts'

export const dynamic = 'force-dynamic'

/** Enables or disables a skill for everybody. */
const change = defineRoute({
  ...operatorsOnly,
  params: z.object({ name: SkillName }),
  body: SkillSwitch,
  async handle({ params: { name }, input: { is_enabled: isEnabled }, principal }) {
    const done = await switchForEverybody(await services(), { name, isEnabled }, principal)
    return done.ok ? { body: done.value } : done
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: change })
