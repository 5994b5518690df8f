import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const search = `?origin=AMS&destination=AUA&date=${dayIn(60)}`
const wanted = { kind: 'flights', skill: 'flight-search', search, offer_id: 'unknown', product: 'unknown' }
const unknownTrip = '/api/trips/trip_0000000000000000000000'

test('saving, removing and restoring need a session', async ({ request }) => {
  for (const answer of [
    await request.post('/api/trips', { data: wanted }),
    await request.delete(unknownTrip),
    await request.post(`${unknownTrip}/restore`),
  ]) {
    expect(answer.status()).toBe(401)
    expect((await answer.json()).error.code).toBe('UNAUTHENTICATED')
  }
})

test('rejects a request that contains an offer or a price, and names the field', async ({ guestRequest }) => {
  for (const field of ['offer', 'price', 'seen_at']) {
    const answer = await guestRequest.post('/api/trips', { data: { ...wanted, [field]: 1 } })
    expect(answer.status(), field).toBe(400)
    const { error } = await answer.json()
    expect([error.code, Object.keys(error.details).join()], field).toEqual(['INVALID_INPUT', field])
  }
})

test('an offer that is in no search answer is not saved', async ({ guestRequest }) => {
  const answer = await guestRequest.post('/api/trips', { data: wanted })
  expect(answer.status()).toBe(404)
  expect((await answer.json()).error.message).toContain('Search again')
})

test('removing or restoring an unknown trip or a malformed id gets the same 404', async ({ guestRequest, appUrl }) => {
  const unknown = await (await guestRequest.delete(unknownTrip)).text()
  expect(JSON.parse(unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  const headers = { origin: appUrl }
  for (const path of [unknownTrip, '/api/trips/x', '/api/trips/%00']) {
    for (const answer of [await guestRequest.delete(path), await guestRequest.post(`${path}/restore`, { headers })]) {
      expect([path, answer.status(), await answer.text()]).toEqual([path, 404, unknown])
    }
  }
})
