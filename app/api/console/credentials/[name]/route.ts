import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SecretName } from '#runner/contract/manifest.ts'

const params = z.object({ name: SecretName })

/** Replaces the fields, and the value if the body has one. */
const change = defineRoute({
  ...operatorsOnly,
  params,
  body: z.unknown(),
  handle: ({ params: { name }, input, context, services }) => services.vault.credentials.change(context, name, input),
})

const remove = defineRoute({
  ...operatorsOnly,
  params,
  handle: ({ params: { name }, context, services }) => services.vault.credentials.remove(context, name),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })
