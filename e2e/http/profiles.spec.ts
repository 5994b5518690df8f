import { expect, test } from '../support/test.ts'

/** Marks each request as sent from this machine. */
test.use({ extraHTTPHeaders: { 'x-forwarded-for': '127.0.0.1' } })

const unknown = `ark_${'0'.repeat(22)}`

test('an agent creates a profile, adds keys, reads the profile and removes a key', async ({ request }) => {
  const created = await request.post('/profiles', { data: { description: 'Oracle reporting: read only' } })
  expect(created.status()).toBe(201)
  const { profile_id: id, ...profile } = await created.json()
  expect(id).toMatch(/^ark_[0-9A-Za-z]{22}$/)
  expect(profile).toMatchObject({ description: 'Oracle reporting: read only', locked: false, keys: [] })
  const keys = [
    { name: 'REPORTS_API_KEY', description: 'Reads reports' },
    { name: 'DB_HOST', description: 'Its host' },
  ]
  expect((await request.post(`/profiles/${id}/keys`, { data: { keys } })).status()).toBe(200)
  const read = await (await request.get(`/profiles/${id}`)).json()
  expect(read.keys).toEqual([
    { name: 'DB_HOST', description: 'Its host', value_exists: false },
    { name: 'REPORTS_API_KEY', description: 'Reads reports', value_exists: false },
  ])
  const removed = await (await request.delete(`/profiles/${id}/keys/DB_HOST`)).json()
  expect(removed.keys.map(({ name }: { name: string }) => name)).toEqual(['REPORTS_API_KEY'])
  const early = await request.post(`/profiles/${id}/proposals`, { data: { key: 'MORE_KEY', description: 'more' } })
  expect(early.status()).toBe(409)
  expect((await early.json()).error.message).toContain('The profile is unlocked')
})

test('another machine needs the setup code to create a profile', async ({ request }) => {
  const headers = { 'x-forwarded-for': '10.9.8.7' }
  const answer = await request.post('/profiles', { headers, data: { description: 'Reports' } })
  expect(answer.status()).toBe(403)
  expect((await answer.json()).error.message).toContain('x-setup-code')
  const wrong = await request.post('/profiles', { headers, data: { nonsense: true } })
  expect(wrong.status(), 'the body is not read').toBe(403)
})

test('an Authorization header has to name the same profile as the path', async ({ request }) => {
  const { profile_id: id } = await (await request.post('/profiles', { data: { description: 'Reports' } })).json()
  const read = async (authorization: string) =>
    (await request.get(`/profiles/${id}`, { headers: { authorization } })).status()
  expect(await read(`Bearer ${id}`)).toBe(200)
  expect(await read(`Bearer ${unknown}`)).toBe(401)
  const wrong = { headers: { authorization: `Bearer ${unknown}` }, data: { nonsense: true } }
  expect((await request.post(`/profiles/${id}/keys`, wrong)).status(), 'the body is not read').toBe(401)
})

test('any call for an unknown profile gets the same 404; the error of an invalid body names the field', async ({
  request,
}) => {
  const answers = await Promise.all([
    request.get(`/profiles/${unknown}`),
    request.post(`/profiles/${unknown}/keys`, { data: { keys: [{ name: 'A_KEY' }] } }),
    request.delete(`/profiles/${unknown}/keys/A_KEY`),
    request.post(`/profiles/${unknown}/proposals`, { data: { key: 'A_KEY', description: 'more' } }),
    request.get('/profiles/nonsense'),
  ])
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404, 404, 404])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
  for (const [field, data] of [
    ['description', {}],
    ['keys.0.name', { description: 'Reports', keys: [{ name: 'lower' }] }],
    ['hosts.0', { description: 'Reports', hosts: ['https://api.example.com'] }],
  ] as const) {
    const answer = await request.post('/profiles', { data })
    expect(answer.status(), field).toBe(400)
    expect(Object.keys((await answer.json()).error.details), field).toContain(field)
  }
})
