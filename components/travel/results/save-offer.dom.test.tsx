import { expect, test, vi } from 'vitest'
import { saveOffer } from '#lib/travel/client/trips/save-offer.ts'
import { makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { textsIn } from '../../../scripts/testing/render-in.tsx'

const texts = { results: textsIn('de', 'results'), refusals: textsIn('de', 'refusals') }
const offer = makeOffer('a')

test.each<[string, ErrorBody | undefined, string]>([
  [
    'that is gone',
    { code: 'NOT_FOUND', reason: 'offer_gone', message: 'For programs.' },
    'Nicht gespeichert. Der Anbieter bietet dies nicht mehr an. Suchen Sie noch einmal, um seine aktuellen Angebote zu sehen.',
  ],
  [
    'of a provider that is down',
    { code: 'API_UNAVAILABLE', message: 'For programs.' },
    'Nicht gespeichert. Amadeus ist nicht erreichbar oder funktioniert nicht.',
  ],
  ['without a reason', undefined, 'Nicht gespeichert. Klicken Sie noch einmal auf „Speichern“.'],
])('an offer %s is not saved, and the traveler reads why in their language', async (_, error, problem) => {
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  expect(await saveOffer(offer, '?origin=AMS', texts)).toEqual({ problem })
})
