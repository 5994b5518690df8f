import { SkillOutput } from '#runner/contract/skill-io.ts'
import { failSearch } from '../support/provider.ts'
import { dayIn, newSearch, type Search } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const paramsOf = ({ origin, destination, date, max_results }: Search) => ({
  origin,
  destination,
  date,
  max_results: Number(max_results),
})
const bodyOf = (params: object, changes: object = {}) => ({
  skill: 'flight-search',
  input: { action: 'search_flights', params, ...changes },
})
const good = () => paramsOf(newSearch({ origin: 'SEA', destination: 'NRT' }))

test('a guest runs flight-search, and the output is marked as sample data', async ({ guestRequest }) => {
  const answer = await guestRequest.post('/api/skills/invoke', { data: bodyOf(good()) })
  expect(answer.status()).toBe(200)
  const output = SkillOutput.parse(await answer.json())
  expect(output).toMatchObject({
    status: 'success',
    skill: 'flight-search',
    metadata: { data: 'sample', cached: false },
  })
})

test('a repeated request is a cache hit and marked as cached', async ({ guestRequest }) => {
  const data = bodyOf(good())
  const first = SkillOutput.parse(await (await guestRequest.post('/api/skills/invoke', { data })).json())
  const second = SkillOutput.parse(await (await guestRequest.post('/api/skills/invoke', { data })).json())
  expect(second).toMatchObject({ status: 'success', metadata: { cached: true } })
  expect(second).toMatchObject({ results: first.status === 'success' ? first.results : [] })
})

const wrongParams: { what: string; field: RegExp; wrong: object }[] = [
  { what: 'a past date', field: /\bdate\b/, wrong: { date: '2020-02-03' } },
  { what: 'the same origin and destination', field: /destination/, wrong: { destination: 'SEA' } },
  { what: 'an unknown airport', field: /origin/, wrong: { origin: 'QQQ' } },
  { what: '10 adults', field: /adults/, wrong: { passengers: { adults: 10 } } },
  { what: 'more infants than adults', field: /passengers/, wrong: { passengers: { adults: 1, infants: 2 } } },
  { what: 'a return before the departure', field: /return_date/, wrong: { return_date: dayIn(3) } },
  { what: 'a number as a place', field: /origin/, wrong: { origin: 7 } },
  { what: 'a list as a date', field: /\bdate\b/, wrong: { date: ['2027-02-13'] } },
  { what: 'an unknown parameter', field: /meal/, wrong: { meal: 'fish' } },
]

test('rejects wrong params as INVALID_INPUT and names the field', async ({ guestRequest }) => {
  for (const { what, field, wrong } of wrongParams) {
    const answer = await guestRequest.post('/api/skills/invoke', { data: bodyOf({ ...good(), ...wrong }) })
    expect(answer.status(), what).toBe(400)
    const { error } = await answer.json()
    expect(error.code, what).toBe('INVALID_INPUT')
    expect(error.message, what).toMatch(field)
  }
})

test('an error of the skill or its provider names the field, the value and the accepted values', async ({
  guestRequest,
}) => {
  const says = async (wrong: object) => {
    const answer = await guestRequest.post('/api/skills/invoke', { data: bodyOf({ ...good(), ...wrong }) })
    return [answer.status(), (await answer.json()).error.message]
  }
  const start = 'The request is not valid: '
  expect(await says({ currency: 'ZZZ' })).toEqual([
    400,
    `${start}currency cannot be "ZZZ": the skill accepts 3 capital letters (Currency of the prices, as an ISO 4217 code. The provider must support it. Default: the provider's choice), but not this value.`,
  ])
  expect(await says({ origin: 'QQQ' })).toEqual([
    400,
    expect.stringContaining('origin cannot be "QQQ": the skill accepts'),
  ])
  const hotels = { place: 'PAR', check_in: dayIn(40), check_out: dayIn(43), stars: [5, 5] }
  const data = { skill: 'hotel-search', input: { action: 'search_hotels', params: hotels } }
  expect(await (await guestRequest.post('/api/skills/invoke', { data })).json()).toMatchObject({
    error: { details: { stars: 'must not repeat a number' } },
  })
})

test('a trip given as slices hits the cache of the same trip given as origin, destination and date', async ({
  guestRequest,
}) => {
  const { origin, destination, date, max_results } = good()
  const ask = async (params: object) =>
    SkillOutput.parse(await (await guestRequest.post('/api/skills/invoke', { data: bodyOf(params) })).json())
  expect(await ask({ origin, destination, date, max_results })).toMatchObject({ metadata: { cached: false } })
  const slices = [{ origin, destination, date }]
  expect(await ask({ slices, adults: 1, max_results })).toMatchObject({ metadata: { cached: true } })
})

test('rejects an unknown skill as SKILL_NOT_FOUND and other invalid requests as INVALID_INPUT', async ({
  guestRequest,
}) => {
  const cases = [
    { data: bodyOf(good(), { action: 'book_flights' }), status: 400, code: 'INVALID_INPUT', names: /action/ },
    {
      data: { ...bodyOf(good()), skill: 'no-such-skill' },
      status: 404,
      code: 'SKILL_NOT_FOUND',
      names: /no-such-skill/,
    },
    { data: { ...bodyOf(good()), as: 'operator' }, status: 400, code: 'INVALID_INPUT', names: /\bas\b/ },
    { data: bodyOf(good(), { config: { memory_mb: 9 } }), status: 400, code: 'INVALID_INPUT', names: /memory_mb/ },
    { data: { skill: 7, input: {} }, status: 400, code: 'INVALID_INPUT', names: /skill/ },
    { data: [], status: 400, code: 'INVALID_INPUT', names: /body/ },
  ]
  for (const { data, status, code, names } of cases) {
    const answer = await guestRequest.post('/api/skills/invoke', { data })
    const { error } = await answer.json()
    expect({ status: answer.status(), code: error.code }, JSON.stringify(data)).toEqual({ status, code })
    expect(error.message).toMatch(names)
  }
})

test('rejects a 2 MB body, invalid JSON and another content type', async ({ guestRequest }) => {
  const send = (data: string, type = 'application/json') =>
    guestRequest.post('/api/skills/invoke', { data, headers: { 'content-type': type } })
  const huge = await send(JSON.stringify({ ...bodyOf(good()), fill: 'x'.repeat(2 * 1024 * 1024) }))
  expect(huge.status()).toBe(413)
  expect(await huge.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  const broken = await send('{"skill":')
  expect(broken.status()).toBe(400)
  expect(await broken.json()).toMatchObject({ error: { code: 'INVALID_INPUT', details: { body: expect.any(String) } } })
  const text = await send(JSON.stringify(bodyOf(good())), 'application/xml')
  expect(text.status()).toBe(400)
  expect(await text.json()).toMatchObject({ error: { details: { 'content-type': expect.any(String) } } })
})

/** Of each status one. lib/compose/compose.integration.test.ts has the code of each fault. */
const providerFaults = [
  { fault: 'html', status: 502, code: 'API_UNAVAILABLE' },
  { fault: '429', status: 503, code: 'API_RATE_LIMITED' },
  { fault: 'hang', status: 504, code: 'API_TIMEOUT' },
] as const

test('reports the fault of a provider with its status and code, and no page of its gateway', async ({
  guestRequest,
}) => {
  for (const { fault, status, code } of providerFaults) {
    const search = newSearch()
    await failSearch(search, fault)
    const config = fault === 'hang' ? { timeout_ms: 2000 } : {}
    // On a busy machine, the execution's own limit may end it before the limit of its request, which is 500 ms shorter.
    await expect(async () => {
      const answer = await guestRequest.post('/api/skills/invoke', { data: bodyOf(paramsOf(search), { config }) })
      expect(answer.status(), fault).toBe(status)
      expect(SkillOutput.parse(await answer.json())).toMatchObject({ status: 'error', error: { code } })
      expect(await answer.text()).not.toContain('Bad Gateway')
    }).toPass()
  }
})
