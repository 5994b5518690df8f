import type { APIRequestContext } from '@playwright/test'
import { becomeGuest, expect, test } from '../support/test.ts'

const id = 'prof_0000000000000000000000'
const executionId = 'exec_0000000000000000000000'
const calls: readonly (readonly ['get' | 'post' | 'patch' | 'delete', string])[] = [
  ['get', 'credentials'],
  ['post', 'credentials'],
  ['patch', 'credentials/REPORTS_API_KEY'],
  ['delete', 'credentials/REPORTS_API_KEY'],
  ['get', 'executions'],
  ['get', 'executions/facets'],
  ['get', `executions/${executionId}`],
  ['post', `executions/${executionId}/cancel`],
  ['post', `executions/${executionId}/replay`],
  ['get', 'overview'],
  ['get', 'profiles'],
  ['get', `profiles/${id}`],
  ['patch', `profiles/${id}`],
  ['post', `profiles/${id}/lock`],
  ['post', `profiles/${id}/revoke`],
  ['post', `profiles/${id}/token`],
  ['post', 'proposals/prop_0000000000000000000000'],
  ['post', 'setup-code'],
  ['get', 'skills'],
  ['get', 'skills/flight-search'],
  ['post', 'skills/flight-search/switch'],
  ['post', 'skills/flight-search/approval'],
]

for (const [method, path] of calls) {
  test(`${method} /api/console/${path} answers operators only`, async ({ request, appUrl }) => {
    const headers = { origin: appUrl }
    const call = (from: APIRequestContext) => from[method](`/api/console/${path}`, { headers })
    expect((await call(request)).status(), 'without a session').toBe(401)
    await becomeGuest(request, appUrl)
    const refused = await call(request)
    expect(refused.status(), 'as a guest').toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  })
}
