import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import type { ListFailure } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ExplainedHotels } from '../hotels/hotel-parts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { ListFailureNotice } from './list-failure-notice.tsx'

const oldOffer = makeOffer('old', {}, { isOld: true })

function show(failure: ListFailure) {
  render(
    <ReaderProvider travelers={2} names={{}} kind="hotels">
      <ListFailureNotice
        failure={failure}
        offers={[{ ...oldOffer, fetchedAtMs: Date.now() - 38 * 60_000 }]}
        explained={(view) => <ExplainedHotels view={view} offers={[]} onRetry={() => {}} />}
        signIn={null}
        onRetry={() => {}}
      />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
}

test('above a list, a search that is no longer valid is named as such, without a retry that would fail again', async () => {
  const details = { check_in: 'A phrase.' }
  const facts = { fields: { check_in: { code: 'past', date: '2027-01-15' } } } as const
  show({ kind: 'invalid', error: { code: 'INVALID_INPUT', message: 'For programs.', details, facts } })
  await screen.findByText(/^Check-in is past: the earliest is .*15.*2027\. Change the search above\.$/)
  expect(document.body.textContent).not.toContain('connection')
  expect(screen.queryByRole('button')).toBeNull()
})

test('above a list, an error of the server has its own explanation and a retry', async () => {
  show({ kind: 'internal', requestId: 'req_7', error: { code: 'INTERNAL', message: 'For programs.' } })
  await screen.findByText(/req_7/)
  expect(document.body.textContent).not.toContain('connection')
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy()
})

test('above a list, a limit on requests says when to ask again', async () => {
  show({ kind: 'trouble', trouble: { kind: 'throttled', who: null, retryAfterS: 60 }, others: [] })
  expect((await screen.findByRole('button')).textContent).toBe('Ask now')
  expect(document.body.textContent).toContain('60 s')
})

test('above a list, a connection that ended leaves a partial answer, with the time of the old prices and when to ask again', () => {
  show({ kind: 'internal', requestId: null, error: null })
  expect(document.body.textContent).toMatch(
    /Last update of the prices below: \d+:\d\d\s[AP]M, 38\smin ago\. You can ask again now\./,
  )
  expect(document.body.textContent).toContain('The connection ended before every source had answered.')
})
