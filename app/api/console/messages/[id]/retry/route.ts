import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

const params = z.object({ id: z.string().regex(/^msg_[0-9A-Za-z]{1,40}$/) })

/** Tries to deliver the message now. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params,
  handle: ({ params: { id }, context, services }) => services.manageMessages.retry(context, id),
})
