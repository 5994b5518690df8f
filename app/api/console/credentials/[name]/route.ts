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
  async handle({ params: { name }, input, principal }) {
    const { vault } = await services()
    const changed = await vault.credentials.change(name, input, principal)
    return changed.ok ? { body: changed.value } : changed
  },
})

const remove = defineRoute({
  ...operatorsOnly,
  params,
  async handle({ params: { name }, principal }) {
    const { vault } = await services()
    const removed = await vault.credentials.remove(name, principal)
    return removed.ok ? { body: removed.value } : removed
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })
