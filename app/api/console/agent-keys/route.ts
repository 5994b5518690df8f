import * as z from 'zod'
import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ConsoleAgentKeys, CreatedAgentKey } from '#lib/shared/agent-key-schema.ts'

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
  async handle({ input, principal }) {
    const { agentKeys } = await services()
    const made = await agentKeys.create(input, { userId: principal.id })
    return made.ok
      ? { body: CreatedAgentKey.parse(made.value), status: 201, headers: { 'cache-control': 'no-store' } }
      : made
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
