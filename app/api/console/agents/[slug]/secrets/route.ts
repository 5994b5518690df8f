import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { AgentSecretChange } from '#lib/console/model/console-agent-skills.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SkillName } from '#runner/contract/manifest.ts'

/** Sets or removes the agent's own value of a secret of a skill. The answer has no value. */
const set = defineRoute({
  ...operatorsOnly,
  params: z.object({ slug: SkillName }),
  body: AgentSecretChange,
  handle: ({ params: { slug }, input: { skill, ...secret }, context, services }) =>
    services.agentSecrets.set(context, slug, skill, secret),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: set })
