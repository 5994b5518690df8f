import { screen } from '@testing-library/react'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { LeftOut } from '../result-section.tsx'

function renderFor(query: string) {
  return render(
    <SearchParamsContext value={new URLSearchParams(query)}>
      <LeftOut list={flightList} isListed />
    </SearchParamsContext>,
  )
}

const sentence = async () => (await screen.findByText(/of this link could not be used/)).parentElement?.textContent

test('reports an unusable filter of the URL above the list', async () => {
  renderFor('origin=AMS&stops=abc&price=-900')
  expect(await sentence()).toBe(
    'A part of this link could not be used: stops=abc. ' +
      'The list is shown without it; choose the filter or order again if you need it.',
  )
})

test('names the first three unusable parts of the URL, each truncated, and counts the others', async () => {
  renderFor(`sort=foo&stops=${'9'.repeat(60)}&price=xx&max_minutes=long&out_departure=99`)
  expect(await sentence()).toBe(
    `5 parts of this link could not be used: sort=foo, stops=${'9'.repeat(34)}…, price=xx and 2 more. ` +
      'The list is shown without them; choose the filter or order again if you need it.',
  )
})

test('shows nothing if the list can use every part of the URL', () => {
  const { container } = renderFor('origin=AMS&stops=0&airlines=ZZ&sort=price&utm_source=mail')
  expect(container.textContent).toBe('')
})
