import { expect, test } from '../support/test.ts'

test('/health checks database, runner, gateway and disk, and reports all as ok', async ({ request }) => {
  const answer = await request.get('/health')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: expect.objectContaining({ status: 'off' }),
  })
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

test('every response carries a request id and no-store unless the route allows caching', async ({ request }) => {
  const refused = await request.get('/api/search/flights')
  expect(refused.headers()['x-request-id']).toMatch(/^\S{8,}$/)
  expect(refused.headers()['cache-control']).toBe('no-store')
})
