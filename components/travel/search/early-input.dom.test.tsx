import { runInThisContext } from 'node:vm'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { emptyForm } from '#lib/travel/model/flights/flight-form.ts'
import { InEnglish } from '../../../scripts/testing/english-texts.tsx'
import { TravelerPage } from '../../../scripts/testing/traveler-page.tsx'
import { EarlyInput } from '../inline-script.tsx'
import { FlightSearchForm } from './flights/flight-search-form.tsx'

test('before the scripts are loaded, typing replaces a place, and a press on Search counts and searches once they are', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const values = { ...emptyForm, origin: 'SEA', destination: 'NRT', date: day(30), return_date: day(37) }
  const push = vi.fn()
  const page = (
    <InEnglish>
      <TravelerPage push={push}>
        <FlightSearchForm shape="strip" initial={values} names={{ SEA: 'Seattle', NRT: 'Tokyo' }} />
      </TravelerPage>
    </InEnglish>
  )
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(page)
  runInThisContext(renderToStaticMarkup(<EarlyInput nonce={undefined} />).replaceAll(/<\/?script>/g, ''))
  const left = vi.fn()
  window.addEventListener('submit', (event) => left(event.defaultPrevented), { once: true })
  const button = () => screen.getByRole('button', { name: 'Search' })

  await userEvent.click(button())
  expect(left).toHaveBeenCalledExactlyOnceWith(true)
  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(button().querySelector('[data-busy]')?.getAttribute('data-busy')).toBe('Searching')

  const from = screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
  act(() => from.focus())
  expect([from.selectionStart, from.selectionEnd]).toEqual([0, 'Seattle SEA'.length])

  const root = await act(async () => hydrateRoot(place, page))
  await waitFor(() => expect(push).toHaveBeenCalledOnce())
  act(() => root.unmount())
  place.remove()
})
