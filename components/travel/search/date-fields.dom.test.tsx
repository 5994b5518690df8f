import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { englishTexts, render } from '../../../scripts/testing/english-texts.tsx'
import { VisitProvider } from '../results/visit-provider.tsx'
import { DateFields, flightDates } from './date-fields.tsx'
import { stayDates } from './hotels/hotel-search-form.tsx'

const t = englishTexts('search')

/** A day of next month, which the calendar always offers. */
function dayOfNextMonth(day: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, day)).toISOString().slice(0, 10)
}

function Dates({
  words = flightDates(t),
  date = '',
  returnDate = '',
  isRound = true,
  errors = {},
  priced,
}: Partial<ComponentProps<typeof DateFields>>) {
  const [dates, setDates] = useState({ date, returnDate })
  return (
    <VisitProvider>
      <DateFields
        words={words}
        isRound={isRound}
        {...dates}
        errors={errors}
        priced={priced}
        dateRef={null}
        returnRef={null}
        onChange={(date, returnDate) => setDates({ date, returnDate })}
      />
      <output>{`${dates.date || 'none'} to ${dates.returnDate || 'none'}`}</output>
      <p>Elsewhere</p>
    </VisitProvider>
  )
}

const chosen = () => screen.getByRole('status').textContent
const field = (name: RegExp) => screen.getByRole('button', { name })

/** Opens the calendar of a field, and returns a function that chooses a day. */
async function open(name: RegExp) {
  const user = userEvent.setup()
  await user.click(field(name))
  const dialog = screen.getByRole('dialog')
  await within(dialog).findAllByRole('grid')
  return {
    user,
    choose: async (date: string) => {
      const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
      const button = () => within(dialog).queryAllByLabelText(new RegExp(`, ${text}`))[0]
      if (!button()) await user.click(within(dialog).getAllByLabelText('Next')[0] ?? dialog)
      await user.click(button() ?? dialog)
    },
  }
}

test('days show the prices that are known for the length of stay, and the lowest one in words', async () => {
  document.documentElement.dataset.viewer = 'ana'
  const [date, return_date] = [dayOfNextMonth(10), dayOfNextMonth(19)]
  const asked: URLSearchParams[] = []
  const fetched_at = new Date().toISOString()
  const priced = (dates: string, amount: number) => {
    const price = { amount, currency: 'USD' }
    return `${JSON.stringify({ state: 'priced', dates, price, data: 'live', provider: 'A', fetched_at })}\n`
  }
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'https://travel.example').searchParams)
    const lines = [priced(`${date}_${return_date}`, 412), priced(`${dayOfNextMonth(11)}_${dayOfNextMonth(20)}`, 374)]
    return new Response(asked.at(-1)?.get('dates')?.includes(date) ? lines.join('') : '')
  })
  const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date, return_date })
  render(<Dates date={date} returnDate={return_date} priced={search} />, { locale: 'en-US' })
  await open(/^Depart/)
  expect(await screen.findByText('$374')).toBeDefined()
  expect(screen.getByText('$412')).toBeDefined()
  expect(screen.getByText(/^9 nights: lowest known price \$374, /)).toBeDefined()
  expect(asked.every((query) => !query.has('look'))).toBe(true)
  delete document.documentElement.dataset.viewer
})

test('choosing two days sets the departure and return dates, closes the calendar and focuses the field', async () => {
  render(<Dates />)
  const { choose } = await open(/^Depart/)
  await choose(dayOfNextMonth(10))
  expect(chosen()).toBe('none to none')
  await choose(dayOfNextMonth(17))
  expect(chosen()).toBe(`${dayOfNextMonth(10)} to ${dayOfNextMonth(17)}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(field(/^Depart/))
  expect(field(/^Return, 7 nights/)).toBeDefined()
})

test('Escape after choosing one of two dates restores the previous dates and returns the focus', async () => {
  render(<Dates date={dayOfNextMonth(10)} returnDate={dayOfNextMonth(17)} />)
  const { user, choose } = await open(/^Depart/)
  await choose(dayOfNextMonth(11))
  await user.keyboard('{Escape}')
  if (screen.queryByRole('dialog')) await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(chosen()).toBe(`${dayOfNextMonth(10)} to ${dayOfNextMonth(17)}`)
  expect(document.activeElement).toBe(field(/^Depart/))
})

test('a press outside the calendar after choosing only one of two dates leaves both fields empty', async () => {
  render(<Dates words={stayDates(t)} />)
  const { user, choose } = await open(/^Check in/)
  await choose(dayOfNextMonth(10))
  await user.click(screen.getByText('Elsewhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(chosen()).toBe('none to none')
})

test('the calendar of the return field keeps the departure and asks only for the return', async () => {
  render(<Dates date={dayOfNextMonth(10)} returnDate={dayOfNextMonth(17)} />)
  const { choose } = await open(/^Return/)
  expect(screen.getByText(flightDates(t).chooseEnd)).toBeDefined()
  await choose(dayOfNextMonth(20))
  expect(chosen()).toBe(`${dayOfNextMonth(10)} to ${dayOfNextMonth(20)}`)
})

test('a reopened calendar focuses a day, not a button beside it', async () => {
  render(<Dates date={dayOfNextMonth(10)} returnDate={dayOfNextMonth(17)} />)
  const { user } = await open(/^Depart/)
  await user.keyboard('{Escape}')
  await user.keyboard('{Enter}')
  const days = within(screen.getByRole('dialog')).getAllByRole('grid')
  expect(days.some((grid) => grid.contains(document.activeElement))).toBe(true)
})

test('once the departure is chosen, the calendar asks for the return', async () => {
  render(<Dates />)
  const { choose } = await open(/^Depart/)
  expect(screen.getByText(flightDates(t).choose)).toBeDefined()
  await choose(dayOfNextMonth(10))
  expect(screen.getByText(flightDates(t).chooseEnd)).toBeDefined()
})

test('a one-way search takes a single date', async () => {
  render(<Dates isRound={false} />)
  const { choose } = await open(/^Depart/)
  await choose(dayOfNextMonth(10))
  expect(chosen()).toBe(`${dayOfNextMonth(10)} to none`)
})

test('the return field shows no number of nights if the departure is invalid', () => {
  render(<Dates date="2020-02-03" returnDate={dayOfNextMonth(17)} errors={{ date: 'Departure is past.' }} />)
  expect(field(/^Return/).textContent).toMatch(/^Return\w{3} 17/)
})
