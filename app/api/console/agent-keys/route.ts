import * as z from 'zod'
import { ConsoleAgentKeys, CreatedAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

const list = defineRoute({
  ...operatorsOnly,
  async handle() {
    const { agentKeys, skills } = await services()
    const [keys, usable] = await Promise.all([agentKeys.list(), skills.list()])
    const names = usable.map(({ manifest: { name, description } }) => ({ name, description }))
    return { body: ConsoleAgentKeys.parse({ keys, skills: names }) }
  },
})

/** Creates a key. Only this answer contains the key. */
const create = defineRoute({
  ...operatorsOnly,
  body: z.unknown(),
  async handle({ input, context }) {
    const { agentKeys } = await services()
    const made = await agentKeys.create(context, input)
    return made.ok
      ? { body: CreatedAgentKey.parse(made.value), status: 201, headers: { 'cache-control': 'no-store' } }
      : made
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
