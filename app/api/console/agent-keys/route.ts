import * as z from 'zod'
import { ConsoleAgentKeys, CreatedAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsRead,
  output: ConsoleAgentKeys,
  async handle({ services: { agentKeys, skills } }) {
    const [keys, usable] = await Promise.all([agentKeys.list(), skills.list()])
    const names = usable.map(({ manifest: { name, description } }) => ({ name, description }))
    return { body: { keys, skills: names } }
  },
})

/** Creates a key. Only this answer contains the key. */
const create = defineRoute({
  ...operatorsOnly,
  body: z.unknown(),
  status: 201,
  output: CreatedAgentKey,
  handle: ({ input, context, services }) => services.agentKeys.create(context, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
