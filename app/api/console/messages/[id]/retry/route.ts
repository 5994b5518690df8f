import * as z from 'zod'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

const params = z.object({ id: z.string().regex(/^msg_[0-9A-Za-z]{1,40}$/) })

/** Tries to deliver the message now. */
const retry = defineRoute({
  ...operatorsOnly,
  params,
  handle: async ({ params: { id }, context }) => (await services()).manageMessages.retry(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: retry })
