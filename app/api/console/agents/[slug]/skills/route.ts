import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { AgentSkillChange, ConsoleAgentSkills } from '#lib/console/model/console-agent-skills.ts'
import { changeAgentSkill, listAgentSkills } from '#lib/console/server/agent-skills.ts'
import { changesSkills, operatorsRead } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SkillName } from '#runner/contract/manifest.ts'

const params = z.object({ slug: SkillName })

const list = defineRoute({
  ...operatorsRead,
  params,
  output: ConsoleAgentSkills,
  handle: ({ params: { slug }, services }) => listAgentSkills(services, slug),
})

/** Replaces or removes the rule of the agent for one skill. */
const change = defineRoute({
  ...changesSkills,
  params,
  body: AgentSkillChange,
  handle: ({ params: { slug }, input, context, services }) => changeAgentSkill(services, context, slug, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: change })
