import { routeMethods } from '#lib/http/route-methods.ts'
import { defineAgentRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** The profile: its state, the names of its keys and whether they have values, hosts and limits. */
const read = defineAgentRoute({ handle: ({ token }, { profiles }) => profiles.read(token) })

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })
