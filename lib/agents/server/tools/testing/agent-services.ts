import { createDefineRoute } from '#lib/platform/server/http/define-route.ts'
import { createOriginCheck } from '#lib/platform/server/http/origin.ts'
import { createRateLimits, type RatePolicies } from '#lib/platform/server/http/rate-limit.ts'
import { noOperators } from '#lib/platform/server/http/testing/no-operators.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { ToolCaller } from '../agents-view.ts'

export const testKey = `agk_${'a'.repeat(22)}`

/** The services of agents' routes, with one key for `caller`. */
export function agentServices(caller: ToolCaller, policies: Partial<RatePolicies> = {}) {
  const services = {
    agentKeys: {
      authenticate: async (token: string) => (token === testKey ? { ...caller, slug: 'voice' } : undefined),
    },
    limits: createRateLimits({ policies }),
    diskRoom: { problem: () => undefined },
    checkOrigin: createOriginCheck({ publicUrl: undefined }),
    env: {},
    log: recordingLog(),
  }
  const defineRouteWith = <More>(more: More) =>
    createDefineRoute(() => ({
      ...services,
      ...more,
      ...noOperators,
      authenticate: async () => null,
      beginGuest: async () => {
        throw new Error('a route of agents starts no guest session')
      },
    }))
  return { services, defineRouteWith }
}
