import * as z from 'zod'
import { ConsoleAgentKeys, CreatedAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { AgentSecretChange, AgentSkillChange, ConsoleAgentSkills } from '#lib/console/model/console-agent-skills.ts'
import { changeAgentSkill, listAgentSkills } from '#lib/console/server/agent-skills.ts'
import { changesSkills, operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'
import { SkillName } from '#runner/contract/manifest.ts'

const params = z.object({ slug: SkillName })

export const agentRoutes = {
  'GET agent-keys': defineRoute({
    ...operatorsRead,
    output: ConsoleAgentKeys,
    async handle({ services: { agentKeys, skills } }) {
      const [keys, usable] = await Promise.all([agentKeys.list(), skills.list()])
      const names = usable.map(({ manifest: { name, description } }) => ({ name, description }))
      return { body: { keys, skills: names } }
    },
  }),

  /** Creates a key. Only this answer contains the key. */
  'POST agent-keys': defineRoute({
    ...operatorsOnly,
    body: z.unknown(),
    status: 201,
    output: CreatedAgentKey,
    handle: ({ input, context, services }) => services.agentKeys.create(context, input),
  }),

  /** Revokes the key at once, also for sessions in progress. */
  'POST agent-keys/[id]/revoke': defineRoute({
    ...operatorsOnly,
    params: z.object({ id: z.string().regex(/^agent_[0-9A-Za-z]{1,40}$/) }),
    handle: ({ params: { id }, context, services }) => services.agentKeys.revoke(context, id),
  }),

  /** Sets or removes the agent's own value of a secret of a skill. The answer has no value. */
  'POST agents/[slug]/secrets': defineRoute({
    ...operatorsOnly,
    params,
    body: AgentSecretChange,
    handle: ({ params: { slug }, input: { skill, ...secret }, context, services }) =>
      services.agentSecrets.set(context, slug, skill, secret),
  }),

  'GET agents/[slug]/skills': defineRoute({
    ...operatorsRead,
    params,
    output: ConsoleAgentSkills,
    handle: ({ params: { slug }, services }) => listAgentSkills(services, slug),
  }),

  /** Replaces or removes the rule of the agent for one skill. */
  'POST agents/[slug]/skills': defineRoute({
    ...changesSkills,
    params,
    body: AgentSkillChange,
    handle: ({ params: { slug }, input, context, services }) => changeAgentSkill(services, context, slug, input),
  }),
} satisfies RouteTable
