import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const cardPath = (fields: Record<string, string>) => `/api/share/flights?${new URLSearchParams(fields)}`

test('a results page links to a public preview image: a PNG of 1200 by 630 px', async ({
  guestRequest,
  playwright,
  appUrl,
}) => {
  const html = await (await guestRequest.get(resultsPath(newSearch()))).text()
  const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(address).origin).toBe(appUrl)
  const stranger = await playwright.request.newContext()
  const answer = await stranger.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/png')
  expect(answer.headers()['cache-control']).toBe('public, max-age=86400')
  expect(answer.headers()['set-cookie']).toBeUndefined()
  const bytes = await answer.body()
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  await stranger.dispose()
})

test('the preview image of a Spanish page has its own URL, and other texts than the English one', async ({
  guestRequest,
}) => {
  const path = resultsPath(newSearch())
  const inLanguage = async (language: string) => {
    const headers = { 'accept-language': language }
    const html = await (await guestRequest.get(path, { headers })).text()
    const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(new URL(address).searchParams.get('language')).toBe(language)
    return (await guestRequest.get(address)).body()
  }
  expect(await inLanguage('es')).not.toEqual(await inLanguage('en'))
})

test('a hotel search has a preview image too', async ({ request }) => {
  const fields = { place: 'AUA', check_in: dayIn(30), check_out: dayIn(33) }
  const answer = await request.get(`/api/share/hotels?${new URLSearchParams(fields)}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
})

const search = { origin: 'AMS', destination: 'AUA', date: dayIn(40) }
const wrong = [
  ['an unknown parameter', { ...search, title: 'Win a prize' }],
  ['markup in a place', { ...search, origin: '<b>' }],
  ['an unknown place', { ...search, destination: 'QQQ' }],
  ['a past day', { ...search, date: '2020-01-01' }],
  ['an unknown language', { ...search, language: 'xx' }],
  ['a very long value', { ...search, origin: 'A'.repeat(5000) }],
  ['too many stops', { ...search, onward: Array.from({ length: 9 }, () => `AUA-AMS-${dayIn(50)}`).join(',') }],
  ['no search', {}],
] as const

test('rejects a preview image for anything but a valid search', async ({ request }) => {
  for (const [what, fields] of wrong) {
    const answer = await request.get(cardPath(fields))
    expect(answer.status(), what).toBe(400)
    expect((await answer.json()).error.code, what).toBe('INVALID_INPUT')
  }
})
