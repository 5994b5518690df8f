import * as z from 'zod'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SecretName } from '#runner/contract/manifest.ts'

export const dynamic = 'force-dynamic'

const params = z.object({ name: SecretName })

/** Replaces the fields, and the value if the body has one. */
const change = defineRoute({
  ...operatorsOnly,
  params,
  body: z.unknown(),
  handle: async ({ params: { name }, input, context }) =>
    (await services()).vault.credentials.change(context, name, input),
})

const remove = defineRoute({
  ...operatorsOnly,
  params,
  handle: async ({ params: { name }, context }) => (await services()).vault.credentials.remove(context, name),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })
