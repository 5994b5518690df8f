import { act, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { PlaceUse } from '#lib/travel/client/find-places.ts'
import type { Place } from '#lib/travel/model/place.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { TravelerPage } from '../../../scripts/testing/traveler-page.tsx'
import { PlaceField } from './place-field.tsx'

const airport = (code: string, city: string): Place => ({
  code,
  type: 'airport',
  name: `${city} Airport`,
  city,
  country: 'Somewhere',
  lat: 1,
  lon: 2,
})
const amsterdam = airport('AMS', 'Amsterdam')
const places = [amsterdam, airport('AMM', 'Amman'), airport('AUA', 'Aruba'), airport('SEA', 'Seattle')]

/**
 * Fakes `/api/places`: returns the places whose city starts with the query, once `until` resolves. Returns the queries.
 */
function stubPlaces(until: (words: string) => Promise<unknown> = async () => {}) {
  const asked: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, init) => {
      const words = new URL(String(url), 'http://localhost').searchParams.get('q') ?? ''
      asked.push(words)
      await until(words)
      init?.signal?.throwIfAborted()
      return Response.json({ places: places.filter(({ city }) => city.toLowerCase().startsWith(words.toLowerCase())) })
    }),
  )
  return asked
}

function Field({ use = 'flights', code = '' }: { use?: PlaceUse; code?: string }) {
  const [chosen, setChosen] = useState({ code, name: places.find((place) => place.code === code)?.city })
  const [isNext, setIsNext] = useState(false)
  return (
    <>
      <PlaceField
        label="From"
        use={use}
        code={chosen.code}
        name={chosen.name}
        error={undefined}
        inputRef={null}
        onChoose={(code, name) => setChosen({ code, name })}
        onPicked={() => setIsNext(true)}
      />
      <button type="button">{isNext ? 'The next field' : 'Elsewhere'}</button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
const isOpen = () => field().getAttribute('aria-expanded') === 'true'

function renderField(props: Parameters<typeof Field>[0] = {}) {
  render(
    <TravelerPage>
      <Field {...props} />
    </TravelerPage>,
  )
  return userEvent.setup()
}

/** Enters the text at once: on a busy machine, a pause between two keys requests the places for a part of the text. */
async function enter(user: UserEvent, text: string) {
  await user.click(field())
  await user.paste(text)
}

test('a user who types faster than the list loads gets the best match for the complete text', async () => {
  const answer = Promise.withResolvers<void>()
  stubPlaces(() => answer.promise)
  const user = renderField()
  await user.type(field(), 'amsterdam{Enter}')
  expect(field().value).toBe('amsterdam')
  answer.resolve()
  await waitFor(() => expect(field().value).toBe('Amsterdam AMS'))
  expect(screen.getByRole('button', { name: 'The next field' })).toBeDefined()
})

test('Enter never chooses from a list for an earlier part of the text', async () => {
  const asked = stubPlaces()
  const user = renderField()
  await enter(user, 'am')
  await screen.findByRole('option', { name: /Amman/ })
  await user.paste('man')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field().value).toBe('Amman AMM'))
  expect(asked).toEqual(['am', 'amman'])
})

test('a late answer for an earlier part of the text does not replace the list', async () => {
  const slow = Promise.withResolvers<void>()
  const asked = stubPlaces(async (words) => words === 'am' && (await slow.promise))
  const user = renderField()
  await enter(user, 'am')
  await waitFor(() => expect(asked).toEqual(['am']))
  await enter(user, 's')
  await screen.findByRole('option', { name: /Amsterdam/ })
  await act(async () => slow.resolve())
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('a user who leaves the field before the list loads gets the best match, and the focus stays elsewhere', async () => {
  const answer = Promise.withResolvers<void>()
  stubPlaces(() => answer.promise)
  const user = renderField()
  await user.type(field(), 'aruba')
  await user.tab()
  answer.resolve()
  await waitFor(() => expect(field().value).toBe('Aruba AUA'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
})

test('a complete airport code is chosen before its list arrives', async () => {
  stubPlaces(() => new Promise(() => {}))
  const user = renderField()
  await user.type(field(), 'sea')
  await user.tab()
  expect(field().value).toBe('SEA')
})

test('three letters for a stay may be the name of a town, so the field waits for its list', async () => {
  const answer = Promise.withResolvers<void>()
  stubPlaces(() => answer.promise)
  const user = renderField({ use: 'stays' })
  await user.type(field(), 'aru')
  await user.tab()
  expect(field().value).toBe('aru')
  answer.resolve()
  await waitFor(() => expect(field().value).toBe('Aruba AUA'))
})

test('a press into a filled field selects its text, so that typing replaces it', async () => {
  stubPlaces()
  const user = renderField({ code: 'SEA' })
  await user.click(field())
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 'Seattle SEA'.length])
  await user.keyboard('aru')
  expect(field().value).toBe('aru')
})

test('arrow keys move through the options and wrap around at the ends', async () => {
  stubPlaces()
  const user = renderField()
  await enter(user, 'am')
  const selected = () => screen.getByRole('option', { selected: true }).textContent
  await screen.findByRole('option', { name: /Amman/ })
  expect(selected()).toContain('Amsterdam')
  await user.keyboard('{ArrowDown}')
  expect(selected()).toContain('Amman')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{ArrowDown}')
  expect(selected()).toContain('Amsterdam')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field().value).toBe('Amman AMM')
})

test('a pressed option is chosen, and the next field gets the focus', async () => {
  stubPlaces()
  const user = renderField()
  await enter(user, 'am')
  await user.click(await screen.findByRole('option', { name: /Amman/ }))
  expect(field().value).toBe('Amman AMM')
  expect(screen.getByRole('button', { name: 'The next field' })).toBeDefined()
  expect(isOpen()).toBe(false)
})

test('Escape closes the list first, and then restores the previous place; the focus stays in the field', async () => {
  stubPlaces()
  const user = renderField({ code: 'SEA' })
  await user.click(field())
  await user.paste('am')
  await screen.findByRole('option', { name: /Amman/ })
  await user.keyboard('{Escape}')
  expect([isOpen(), field().value]).toEqual([false, 'am'])
  await user.keyboard('{Escape}')
  expect(field().value).toBe('Seattle SEA')
  expect(document.activeElement).toBe(field())
})

test('a failed request is reported, with the hint that a code works too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
  const user = renderField()
  await user.type(field(), 'ams')
  await screen.findAllByText('Places cannot be loaded now. A three-letter code works too.')
  await user.keyboard('{Enter}')
  expect(field().value).toBe('AMS')
})

test('after a failed request, the list no longer offers the places found for an earlier text', async () => {
  stubPlaces(async (words) => {
    if (words === 'amx') throw new TypeError('no connection')
  })
  const user = renderField()
  await enter(user, 'am')
  await screen.findByRole('option', { name: /Amman/ })
  await user.type(field(), 'x')
  await screen.findAllByText(/^Places cannot be loaded now/)
  expect(screen.queryByRole('option')).toBeNull()
  await user.tab()
  expect(field().value).toBe('AMX')
})

test('leaving the field while its request fails chooses no place of an earlier text', async () => {
  const lost = Promise.withResolvers<void>()
  const asked = stubPlaces(async (words) => words === 'amstel' && (await lost.promise))
  const user = renderField()
  await enter(user, 'am')
  await screen.findByRole('option', { name: /Amman/ })
  await user.type(field(), 'stel')
  await user.tab()
  await waitFor(() => expect(asked).toContain('amstel'))
  await act(async () => lost.reject(new TypeError('no connection')))
  expect(field().value).toBe('amstel')
})

test('an invalid answer counts as a failed request', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ places: [{ ...amsterdam, code: '<b>' }] }))
  const user = renderField()
  await user.type(field(), 'amst')
  await screen.findAllByText(/^Places cannot be loaded now/)
  expect(screen.queryByRole('option')).toBeNull()
})

test.each([
  ['flights', 'No airport or city found. Check the spelling, or type a three-letter code.'],
  ['stays', 'No place found. Check the spelling, or try a nearby town.'],
] as const)('text that matches no place for %s shows what to try next', async (use, sentence) => {
  stubPlaces()
  const user = renderField({ use })
  await user.type(field(), 'nowhere')
  await screen.findAllByText(sentence)
})

test('the number of places is announced', async () => {
  stubPlaces()
  const user = renderField()
  await enter(user, 'am')
  expect((await screen.findByText('2 places')).getAttribute('aria-live')).toBe('polite')
})

test('an option says why it matches: the distance from the town of that name, or its other name', async () => {
  const near = { ...airport('ITM', 'Osaka'), near: { name: 'Kyoto', km: 39 } }
  const other = { ...airport('JFK', 'New York'), matched: 'Brooklyn' }
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ places: [near, other] })),
  )
  renderField()
  await userEvent.type(field(), 'x')
  const [first, second] = await screen.findAllByRole('option')
  expect(first?.textContent?.replaceAll('\u00a0', ' ')).toContain('39 km from Kyoto · Osaka Airport, Somewhere')
  expect(second?.textContent).toContain('Brooklyn · New York Airport, Somewhere')
})
