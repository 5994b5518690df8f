import 'server-only'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { createDefineToolRoute } from '#lib/agents/server/tools/http/define-tool-route.ts'
import { createMcpRoute } from '#lib/agents/server/tools/mcp/mcp-route.ts'
import { createNextAuthRoute } from '#lib/platform/server/auth/next-auth-route.ts'
import type { SignedIn } from '#lib/platform/server/auth/sessions.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Services } from './compose.ts'
import { defineRoute } from './define-route.ts'
import { services as processServices } from './process-services.ts'

/**
 * The entry of pages to the server side; that of routes is `defineRoute`. Only a request calls it, so that prerendering
 * at build time starts nothing.
 */
export async function services(): Promise<Services> {
  await connection()
  return processServices()
}

/** The request's verified session, with the data that account pages show; null without one. */
export const getSignedIn = async (): Promise<SignedIn | null> => (await services()).auth.readSession(await headers())

/** The request's principal; null without a valid session. */
export const getCurrentUser = async (): Promise<Principal | null> => (await getSignedIn())?.principal ?? null

export const nextAuthRoute = createNextAuthRoute(services)

/** Routes of agents with a key, below `/api/agents/{slug}`. */
export const { defineToolRoute, defineToolCallRoute } = createDefineToolRoute(defineRoute)

export const mcpRoute = createMcpRoute(defineRoute)
