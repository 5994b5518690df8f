import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cardText } from '#lib/travel/server/share/card-words.ts'
import { drawCard } from './draw-card.tsx'

/** The real `fetch`: the renderer loads its own parts from data URLs. */
const own = globalThis.fetch
const request = vi.fn()
const guarded = (address: string) => {
  if (address.startsWith('data:')) return own(address)
  request(address)
  return Promise.reject(new Error('a card requested something'))
}
beforeEach(() => vi.stubGlobal('fetch', guarded))
afterEach(() => request.mockClear())

/** Width and height from the header of a PNG; undefined for another format. */
function sizeOf(picture: ArrayBuffer) {
  const bytes = Buffer.from(picture)
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const card = { kind: 'Flights', title: 'Amsterdam to Aruba', dates: '13–21 Feb 2027', note: 'Compared by total price' }

test('draws a PNG of 1200 by 630 px without a network request', async () => {
  expect(sizeOf(await drawCard(card))).toEqual({ width: 1200, height: 630 })
  expect(request).not.toHaveBeenCalled()
})

test('draws the text of the card', async () => {
  const cards = [card, card, { ...card, title: 'Oranjestad to Lima' }]
  const [one, same, other] = (await Promise.all(cards.map(drawCard))).map((picture) => Buffer.from(picture))
  expect(same).toEqual(one)
  expect(other).not.toEqual(one)
})

test('draws foreign characters and very long names without a network request', async () => {
  for (const name of ['Łódź – São Tomé', '東京', '🏝️ island', `${'Å'.repeat(59)}ÿ`, '<svg onload="alert(1)">']) {
    expect(sizeOf(await drawCard({ ...card, title: cardText(name, 'AUA') }))).toEqual({ width: 1200, height: 630 })
  }
  expect(request).not.toHaveBeenCalled()
})
