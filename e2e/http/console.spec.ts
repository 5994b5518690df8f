import type { APIRequestContext } from '@playwright/test'
import { consoleRoutes } from '../support/console-routes.ts'
import { haveAccount, haveFreshSignIn } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const id = 'prof_0000000000000000000000'
const executionId = 'exec_0000000000000000000000'
const calls: readonly (readonly ['get' | 'post' | 'patch' | 'delete', string])[] = [
  ['get', 'agent-keys'],
  ['post', 'agent-keys'],
  ['post', 'agent-keys/agent_0000000000000000000000/revoke'],
  ['post', 'alerts'],
  ['post', 'alerts/test'],
  ['post', 'audit-check'],
  ['get', 'agents/voice/skills'],
  ['post', 'agents/voice/skills'],
  ['post', 'agents/voice/secrets'],
  ['get', 'audit'],
  ['get', 'backups'],
  ['post', 'backups'],
  ['get', 'backup-files'],
  ['post', 'backup-files/travel-2026-11-20T03-00-00.airlock'],
  ['post', 'backup-runs'],
  ['get', 'console-tokens'],
  ['post', 'console-tokens'],
  ['post', 'console-tokens/ctok_0000000000000000000000/revoke'],
  ['get', 'cost'],
  ['post', 'cost-limits'],
  ['get', 'counts'],
  ['get', 'credentials'],
  ['post', 'credentials'],
  ['patch', 'credentials/REPORTS_API_KEY'],
  ['delete', 'credentials/REPORTS_API_KEY'],
  ['get', 'executions'],
  ['get', 'executions/counts'],
  ['get', 'executions/export'],
  ['get', 'executions/facets'],
  ['get', 'executions/histogram'],
  ['get', `executions/${executionId}`],
  ['post', `executions/${executionId}/answer`],
  ['post', `executions/${executionId}/cancel`],
  ['post', `executions/${executionId}/replay`],
  ['post', `executions/${executionId}/rerun`],
  ['post', 'export'],
  ['get', 'fresh-sign-in'],
  ['post', 'fresh-sign-in'],
  ['post', 'imports'],
  ['post', 'imports/imp_0000000000000000000000'],
  ['delete', 'imports/imp_0000000000000000000000'],
  ['post', 'imports/imp_0000000000000000000000/preview'],
  ['get', 'key-ring'],
  ['post', 'key-ring'],
  ['get', 'messages'],
  ['delete', 'messages/msg_0000000000000000000000'],
  ['post', 'messages/msg_0000000000000000000000/read'],
  ['post', 'messages/msg_0000000000000000000000/retry'],
  ['get', 'overview'],
  ['get', 'people'],
  ['get', 'people/user_0000000000000000000000'],
  ['post', 'people/user_0000000000000000000000'],
  ['post', 'people/user_0000000000000000000000/reset-link'],
  ['get', 'profile-templates'],
  ['get', 'profiles'],
  ['post', 'profiles'],
  ['get', `profiles/${id}`],
  ['patch', `profiles/${id}`],
  ['post', `profiles/${id}/lock`],
  ['get', `profiles/${id}/proposals`],
  ['post', `profiles/${id}/removal`],
  ['post', `profiles/${id}/revoke`],
  ['post', 'profiles/revoke-unlocked'],
  ['post', `profiles/${id}/token`],
  ['post', 'proposals/prop_0000000000000000000000'],
  ['get', 'search'],
  ['post', 'setup-code'],
  ['post', 'skill-installs'],
  ['get', 'skill-offers'],
  ['post', 'skill-plans'],
  ['get', 'skill-sources'],
  ['get', 'skills'],
  ['get', 'skills/flight-search'],
  ['post', 'skills/flight-search/switch'],
  ['post', 'skills/flight-search/approval'],
  ['get', 'skills/flight-search/origin'],
  ['post', 'skills/flight-search/removal'],
  ['post', 'skills/flight-search/rollback'],
  ['get', 'skills/flight-search/verification'],
  ['get', 'system'],
  ['get', 'tunnel'],
  ['post', 'tunnel'],
  ['delete', 'tunnel'],
]

const pages = [
  '',
  '/agents',
  '/agents/voice',
  '/audit',
  '/backups',
  '/cost',
  '/credentials',
  '/messages',
  '/people',
  '/executions',
  `/executions/${executionId}`,
  '/profiles',
  `/profiles/${id}`,
  '/skill-sources',
  '/skill-sources/install',
  '/skills',
  '/skills/flight-search',
  '/system',
]

test('every console route accepts only operators', async ({ request, appUrl }) => {
  const headers = { origin: appUrl }
  const call = (from: APIRequestContext, [method, path]: (typeof calls)[number]) =>
    from[method](`/api/console/${path}`, { headers })
  for (const one of calls) expect((await call(request, one)).status(), `${one.join(' ')} without a session`).toBe(401)
  await haveAccount(request)
  for (const one of calls) {
    const refused = await call(request, one)
    expect(refused.status(), `${one.join(' ')} as a traveler`).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  }
  await haveAccount(request, 'operator')
  for (const one of calls) {
    // For an operator, unknown ids and missing bodies are client errors, never server errors.
    const answer = await call(request, one)
    const status = answer.status()
    // What hurts also needs a fresh sign-in.
    const isUnproved = status === 403 && (await answer.json()).error.reason === 'fresh_sign_in'
    if (!isUnproved) expect([200, 202, 400, 404, 409], `${one.join(' ')} as an operator: ${status}`).toContain(status)
  }
})

test('a token of scope read reads, and cannot change anything at any route', async ({
  request,
  playwright,
  appUrl,
}) => {
  const operator = await haveAccount(request, 'operator')
  const post = (path: string, data: object) =>
    request.post(`/api/console/${path}`, { headers: { origin: appUrl }, data })
  const wanted = { name: 'Nightly job', scopes: ['read'], expires_in_days: 1 }
  expect((await post('console-tokens', wanted)).status()).toBe(403)
  await haveFreshSignIn(operator)
  const made = await post('console-tokens', wanted)
  expect(made.status()).toBe(201)
  const { id, token } = await made.json()
  // The proof is used up.
  expect((await post('console-tokens', wanted)).status()).toBe(403)

  const script = await playwright.request.newContext({
    baseURL: appUrl,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  for (const one of calls) {
    const status = (await script[one[0]](`/api/console/${one[1]}`)).status()
    const isClosed = one[0] !== 'get' || /^(console-tokens|fresh-sign-in|people|search|tunnel)/.test(one[1])
    // After many refusals, a token has to wait.
    expect(isClosed ? [403, 429] : [200, 400, 404], `${one.join(' ')} with a token: ${status}`).toContain(status)
  }
  expect((await post(`console-tokens/${id}/revoke`, {})).status()).toBe(200)
  expect([401, 429]).toContain((await script.get('/api/console/skills')).status())
  const audit = await (await request.get(`/api/console/audit?about=console_token&subject=${id}`)).json()
  expect(audit.rows.map(({ by }: { by: object }) => by)).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ kind: 'console_token' }), name: 'Nightly job' }),
  )
  await script.dispose()
})

test('every console page opens only for operators, and comes with its answers', async ({ request }) => {
  const statusOf = async (path: string) => (await request.get(`/console${path}`, { maxRedirects: 0 })).status()
  for (const path of pages) expect(await statusOf(path), `${path} without a session`).toBe(307)
  await haveAccount(request, 'operator')
  for (const path of pages) {
    const hasAnswers = !/_0|voice/.test(path)
    const seen = async () => {
      const answer = await request.get(`/console${path}`, { maxRedirects: 0 })
      return [answer.status(), hasAnswers && (await answer.text()).includes('console-loading')]
    }
    // On a busy machine, an answer may come too late for its page.
    await expect.poll(seen, { message: path }).toEqual([200, false])
  }
  // A client that claims to have the layout, which checks for an operator, gets the page alone.
  const page: unknown[] = ['__PAGE__', {}, null, 'refetch']
  const tree = ['skills', 'console', ''].reduce((children, name) => [name, { children }], page)
  const headers = { rsc: '1', 'next-router-state-tree': encodeURIComponent(JSON.stringify(tree)) }
  const pageAlone = async () => (await request.get('/console/skills', { headers })).text()
  expect(await pageAlone()).toContain('findings_count')
  await haveAccount(request)
  expect(await pageAlone()).not.toContain('findings_count')
  for (const path of pages) expect(await statusOf(path), `${path} as a traveler`).toBe(404)
})

test('the table above lists every console route', () => {
  const tested = new Set(
    calls.map(([method, path]) =>
      `${method.toUpperCase()} ${path}`.replace(
        /\/[^/]*_[0-9]+|\/REPORTS_API_KEY|\/flight-search|\/voice|\/travel-[^/]+/,
        '/*',
      ),
    ),
  )
  const routes = consoleRoutes.map((name) => name.replace(/\[\w+\]/, '*'))
  expect([...tested].sort()).toEqual(routes.sort())
})
