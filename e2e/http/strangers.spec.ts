import { expect, test } from '../support/test.ts'

test('rejects text that the database cannot store, and names the field', async ({ guestRequest, request, appUrl }) => {
  const invoke = { skill: 'flight-search', input: { action: 'search_flights', params: { origin: 'SE\0' } } }
  const answers = [
    [
      await guestRequest.post('/api/skills/invoke', { data: invoke, headers: { origin: appUrl } }),
      'input.params.origin',
    ],
    [await request.get('/api/places?q=%00'), 'q'],
  ] as const
  for (const [answer, field] of answers) {
    expect([answer.url(), answer.status()]).toEqual([answer.url(), 400])
    expect(await answer.json()).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { [field]: expect.stringContaining('cannot be stored') } },
    })
  }
})
