import 'server-only'
import { cookies, headers } from 'next/headers'
import { connection } from 'next/server'
import { createDefineToolRoute } from '#lib/agents/server/tools/http/define-tool-route.ts'
import { createMcpRoute } from '#lib/agents/server/tools/mcp/mcp-route.ts'
import { createNextAuthRoute } from '#lib/platform/server/auth/next-auth-route.ts'
import type { SignedIn } from '#lib/platform/server/auth/sessions.ts'
import { createDefineRoute, type RoutePorts } from '#lib/platform/server/http/define-route.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { services as processServices } from './process-services.ts'
import type { Services } from './services.ts'

/**
 * The only entry from `app/` to the server side. Only a request calls it, so that prerendering at build time starts
 * nothing.
 */
export async function services(): Promise<Services> {
  await connection()
  return processServices()
}

/** The request's verified session, with the data that account pages show; null without one. */
export const getSignedIn = async (): Promise<SignedIn | null> => (await services()).auth.readSession(await headers())

/** The request's principal; null without a valid session. */
export const getCurrentUser = async (): Promise<Principal | null> => (await getSignedIn())?.principal ?? null

export const defineRoute = createDefineRoute(async () => {
  const all = await services()
  const authenticate = async (request: Request) => (await all.auth.readSession(request.headers))?.principal ?? null
  const beginGuest = async (request: Request): Promise<Outcome<Principal>> => {
    const begun = await all.auth.beginGuest(request.headers)
    if (!begun.ok) return begun
    const { name, value, ...flags } = begun.value.cookie
    const jar = await cookies()
    jar.set(name, value, flags)
    return { ok: true, value: begun.value.principal }
  }
  const admitToken: RoutePorts['admitToken'] = ({ headers }, scope) => all.consoleTokens.admit(headers, scope)
  const requireFreshSignIn = ({ headers }: Request) => all.auth.requireFreshSignIn(headers)
  return { ...all, authenticate, beginGuest, admitToken, requireFreshSignIn }
})

export const nextAuthRoute = createNextAuthRoute(services)

/** Routes of agents with a key, below `/api/agents/{slug}`. */
export const { defineToolRoute, defineToolCallRoute } = createDefineToolRoute(defineRoute)

export const mcpRoute = createMcpRoute(defineRoute)
