import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { getSignedIn } from '#lib/compose/server.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { ProofWays } from '#lib/console/model/proof-ways.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** How the person of this session can prove to be present. */
const read = defineRoute({
  ...operatorsOnly,
  output: ProofWays,
  async handle({ services: { auth } }) {
    const signedIn = await getSignedIn()
    if (signedIn === null) return refuse('UNAUTHENTICATED')
    const { hasPassword } = await auth.accountOverview(signedIn)
    return { body: { has_password: hasPassword, provider: auth.settings.oidc?.name ?? null } }
  },
})

/** Proves it with the password, for one operation in the next minutes. */
const prove = defineRoute({
  ...operatorsOnly,
  body: z.unknown(),
  output: Done,
  async handle({ input, request, services: { auth } }) {
    const signedIn = await getSignedIn()
    return signedIn === null ? refuse('UNAUTHENTICATED') : auth.proveWithPassword(input, signedIn, request.headers)
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: prove })
