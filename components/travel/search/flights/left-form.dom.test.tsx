import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { emptyForm } from '#lib/travel/model/flights/flight-form.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { TravelerPage } from '../../../../scripts/testing/traveler-page.tsx'
import { FlightSearchForm } from './flight-search-form.tsx'

const home = (
  <FlightSearchForm
    shape="strip"
    home="/"
    initial={{ ...emptyForm, origin: 'SEA', destination: 'NRT' }}
    names={{ SEA: 'Seattle', NRT: 'Tokyo' }}
  />
)
const from = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'From' }).value

test('Back to the home page shows the form as it was left; a link shows a new one', async () => {
  const { rerender } = render(<TravelerPage>{home}</TravelerPage>)
  await userEvent.click(screen.getByRole('button', { name: 'Swap from and to' }))
  rerender(<TravelerPage>results</TravelerPage>)
  rerender(<TravelerPage>{home}</TravelerPage>)
  expect(from()).toBe('Seattle SEA')
  await userEvent.click(screen.getByRole('button', { name: 'Swap from and to' }))
  rerender(<TravelerPage>results</TravelerPage>)
  history.replaceState(null, '', '/')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  rerender(<TravelerPage>{home}</TravelerPage>)
  expect(from()).toBe('Tokyo NRT')
})
