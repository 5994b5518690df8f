import { expect, test } from 'vitest'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { FewerHotels } from './partial-notice.tsx'

type Unread = NonNullable<Extract<AskedSource['progress'], { state: 'answered' }>['unread']>

const sourceWith = (unread: Unread): AskedSource => ({
  skill: 'one',
  provider: 'Amadeus',
  timeout_ms: 30_000,
  progress: { state: 'answered', offers: [], leftOut: 0, elapsedMs: 900, cached: false, partial: false, unread },
})
const asked = { hotels_asked: { count: 800, of: 1250 } }
const fewer = { hotels_with_fewer_rates: 3 }
const askedText = 'Amadeus was asked for 800 of 1,250 hotels, the nearest first.'
const fewerText = 'Amadeus sent only the cheapest rates of 3 hotels. A filter may hide such a hotel'

test.each<[string, Unread, boolean, string[]]>([
  ['the hotels not asked for', asked, false, [askedText]],
  ['the hotels with fewer rates', fewer, false, [fewerText]],
  ['both', { ...asked, ...fewer }, false, [askedText, fewerText]],
  ['no hotels not asked for that the notice of a partial list names', { ...asked, ...fewer }, true, [fewerText]],
  ['nothing of a source that left out nothing', {}, false, []],
])('names %s', (_, unread, isPartial, texts) => {
  const { container } = render(<FewerHotels sources={[sourceWith(unread)]} isPartial={isPartial} />, {
    locale: 'en-US',
  })
  const text = container.textContent ?? ''
  for (const each of texts) expect(text).toContain(each)
  for (const each of [askedText, fewerText]) if (!texts.includes(each)) expect(text).not.toContain(each)
})
