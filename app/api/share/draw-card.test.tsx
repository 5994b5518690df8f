import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cardText } from '#lib/share/card-text.ts'
import { drawCard } from './draw-card.tsx'

/** The renderer loads its own parts from data URLs. */
const own = globalThis.fetch
const request = vi.fn()
const guarded = (address: string) => {
  if (address.startsWith('data:')) return own(address)
  request(address)
  return Promise.reject(new Error('a card requested something'))
}
beforeEach(() => vi.stubGlobal('fetch', guarded))
afterEach(() => request.mockClear())

/** Width and height from the header of a PNG; undefined if it is none. */
function sizeOf(picture: ArrayBuffer) {
  const bytes = Buffer.from(picture)
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const card = { kind: 'Flights', title: 'Amsterdam to Aruba', dates: '13–21 Feb 2027' }

test('a card is a PNG of 1200 by 630 px, drawn without a request', async () => {
  expect(sizeOf(await drawCard(card))).toEqual({ width: 1200, height: 630 })
  expect(request).not.toHaveBeenCalled()
})

test('the text is drawn, not left out', async () => {
  const cards = [card, card, { ...card, title: 'Oranjestad to Lima' }]
  const [one, same, other] = (await Promise.all(cards.map(drawCard))).map((picture) => Buffer.from(picture))
  expect(same).toEqual(one)
  expect(other).not.toEqual(one)
})

test('names with foreign characters and very long names need no request either', async () => {
  for (const name of ['Łódź – São Tomé', '東京', '🏝️ island', `${'Å'.repeat(59)}ÿ`, '<svg onload="alert(1)">']) {
    expect(sizeOf(await drawCard({ ...card, title: cardText(name, 'AUA') }))).toEqual({ width: 1200, height: 630 })
  }
  expect(request).not.toHaveBeenCalled()
})
