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

test('places are found without a session, by name, by code and despite a typing error', async ({ request }) => {
  for (const [words, code] of [
    ['Seattle', 'SEA'],
    ['nrt', 'NRT'],
    ['Zurihc', 'ZRH'],
    ['sao paulo', 'SAO'],
  ] as const) {
    const { places } = await (await request.get(`/api/places?q=${encodeURIComponent(words)}`)).json()
    expect(places.slice(0, 3), words).toContainEqual(expect.objectContaining({ code }))
  }
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

for (const { what, method, path, status, caching } of responses) {
  test(`${what} has a new request id and cache-control ${caching}`, async ({ request }) => {
    const [first, second] = [await request.fetch(path, { method }), await request.fetch(path, { method })]
    expect([first.status(), first.headers()['cache-control']]).toEqual([status, caching])
    expect(first.headers()['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/)
    expect(second.headers()['x-request-id']).not.toBe(first.headers()['x-request-id'])
  })
}
