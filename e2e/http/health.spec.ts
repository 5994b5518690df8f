import { fromHere } from '../support/agents.ts'
import { expect, test } from '../support/test.ts'

test('/health checks database, runner, gateway and disk, and reports all as ok', async ({ request }) => {
  const answer = await request.get('/health')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: expect.objectContaining({ status: 'off' }),
    programs: expect.objectContaining({ status: expect.stringMatching(/^(on|off|starting)$/) }),
  })
})

test('/metrics counts requests by route for this machine, and refuses other machines', async ({ request }) => {
  const refused = await request.get('/metrics')
  expect(refused.status()).toBe(401)
  await request.get('/executions/no-such-execution')
  const answer = await request.get('/metrics', { headers: fromHere })
  expect(answer.status()).toBe(200)
  const text = await answer.text()
  expect(text).toMatch(/^travel_http_requests_total\{route="\/executions\/\[id\]",method="GET",status="404"\} [1-9]/m)
  expect(text).toMatch(/^travel_queue_oldest_seconds\{queue="jobs"\} \d/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(text).not.toContain('no-such-execution')
})

const responses = [
  { what: 'a success', method: 'GET', path: '/health', status: 200, caching: 'no-store' },
  { what: 'a document', method: 'GET', path: '/openapi.json', status: 200, caching: 'no-store' },
  {
    what: 'a success of a route that allows caching',
    method: 'GET',
    path: '/api/places?q=sea',
    status: 200,
    caching: 'public, max-age=300',
  },
  {
    what: 'a refusal of a route that allows caching',
    method: 'GET',
    path: '/api/places?p=sea',
    status: 400,
    caching: 'no-store',
  },
  { what: 'a refusal without a session', method: 'GET', path: '/api/search/flights', status: 401, caching: 'no-store' },
  { what: 'a refusal of an empty body', method: 'POST', path: '/execute', status: 400, caching: 'no-store' },
  { what: 'a refusal of an unknown path', method: 'GET', path: '/api/nothing/here', status: 404, caching: 'no-store' },
  { what: 'a refusal of an unsupported method', method: 'DELETE', path: '/health', status: 405, caching: 'no-store' },
] as const

test('each response has a new request id, and is cached only if its route allows it', async ({ request }) => {
  const ids: (string | undefined)[] = []
  for (const { what, method, path, status, caching } of responses) {
    const answer = await request.fetch(path, { method })
    expect([what, answer.status(), answer.headers()['cache-control']]).toEqual([what, status, caching])
    expect(answer.headers()['x-request-id'], what).toMatch(/^req_[0-9A-Za-z]{22}$/)
    ids.push(answer.headers()['x-request-id'])
  }
  expect(new Set(ids).size).toBe(responses.length)
})
