import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { PriceCheck } from '#lib/travel/client/price-check.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { PressButton } from './press-button.tsx'
import { ReaderProvider } from './reader.tsx'
import { LeavePart, RowActions } from './row-actions.tsx'

beforeAll(async () => {
  await LeavePart.preload()
})

const site = { host: 'klm.com', url: 'https://www.klm.com/' }
const link = 'https://sells.example.com/offer'
const euros = (amount: number) => ({ amount, currency: 'EUR' })
const still = async (): Promise<PriceCheck> => ({ state: 'same' })

const calendar = async () => ({ name: 'flight-AMS-AUA-2027-02-13.ics', text: 'BEGIN:VCALENDAR' })

type Row = Partial<Omit<ComponentProps<typeof RowActions>, 'offer'>> & {
  data?: DataLabel
  key?: string
  amount?: number
}

const actions = ({ data = 'live', key = 'a', amount = 872, ...row }: Row) => (
  <ReaderProvider travelers={1} names={{}} kind="flights">
    <RowActions
      offer={{ key, data, price: euros(amount) }}
      isWhole
      address={undefined}
      site={undefined}
      seller="KLM"
      provider="Amadeus"
      ask={still}
      summary={async () => 'AMS to AUA'}
      calendar={calendar}
      save={async () => 'Saved under Trips'}
      {...row}
    />
  </ReaderProvider>
)
const open = (row: Row) => render(actions(row), { locale: 'en-US' })

test.each([
  ['its booking link', { address: link, site }, 'Go to KLM, opens sells.example.com', link],
  ['the airline’s own site if it has no booking link', { address: undefined, site }, 'Open klm.com', site.url],
])('a live offer links to %s after its price is checked again', async (_, ways, name, href) => {
  const user = userEvent.setup()
  const ask = vi.fn(still)
  open({ ...ways, ask })
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name }))
  const way = await screen.findByRole<HTMLAnchorElement>('link', { name: new RegExp(name) })
  expect(way.href).toBe(href)
  expect(way).toMatchObject({ rel: 'noopener noreferrer', target: '_blank' })
  expect(document.activeElement).toBe(way)
  expect(screen.getByRole('status').textContent).toMatch(/^The price is still €872\./)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a rechecked price is written with decimals if the row’s price is', async () => {
  open({ address: link, site, isWhole: false })
  await userEvent.click(screen.getByRole('button', { name: 'Go to KLM, opens sells.example.com' }))
  await screen.findByRole('link')
  expect(screen.getByRole('status').textContent).toMatch(/^The price is still €872\.00\./)
})

test.each<[PriceCheck, string]>([
  [{ state: 'changed', now: euros(890) }, 'The price is now €890.00: €18.00 more than shown.'],
  [{ state: 'changed', now: euros(800) }, 'The price is now €800.00: €72.00 less than shown.'],
  [{ state: 'gone' }, 'This offer is no longer available. Search again for current offers.'],
  [
    { state: 'failed', skill: 'flight-search', error: { code: 'API_TIMEOUT', message: 'It took too long.' } },
    'The price could not be checked. Amadeus did not respond in time.',
  ],
  [
    { state: 'failed', key: 'answerBroken' },
    'The price could not be checked. The answer broke off before it was complete.',
  ],
])('explains the result %o of the price check before the traveler leaves', async (check, sentence) => {
  const user = userEvent.setup()
  open({ address: link, site, ask: async () => check })
  await user.click(screen.getByRole('button', { name: 'Go to KLM, opens sells.example.com' }))
  await screen.findByRole('link')
  expect(screen.getByRole('status').textContent?.startsWith(sentence)).toBe(true)
})

test('a press copies the summary for the seller’s page and says so; a press that may not copy says nothing of it', async () => {
  const user = userEvent.setup()
  open({ address: link, site })
  await user.click(screen.getByRole('button', { name: /^Go to KLM/ }))
  await screen.findByText(/The price is still €872\. The summary is copied, to compare it there\./)
  expect(await navigator.clipboard.readText()).toBe('AMS to AUA')
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('not allowed'))
  open({ address: link, site })
  await user.click(screen.getByRole('button', { name: /^Go to KLM/ }))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
  expect(screen.getAllByRole('status')[1]?.textContent).toBe('The price is still €872.')
})

test('the link to the seller appears even if the price check cannot load', async () => {
  const user = userEvent.setup()
  open({ address: link, site, ask: () => Promise.reject(new Error('offline')) })
  await user.click(screen.getByRole('button', { name: 'Go to KLM, opens sells.example.com' }))
  await screen.findByRole('link')
  expect(screen.getByRole('status').textContent).toMatch(/^The price could not be checked. The connection is lost\./)
})

test('repeated presses send one price request, and closing the row cancels it', async () => {
  const user = userEvent.setup()
  const signals: AbortSignal[] = []
  const { unmount } = open({
    address: link,
    site,
    ask: (signal) => {
      signals.push(signal)
      return new Promise(() => {})
    },
  })
  const button = screen.getByRole('button', { name: 'Go to KLM, opens sells.example.com' })
  await user.click(button)
  await user.click(button)
  expect(screen.getByRole('status').textContent).toBe('Asking for the price now.')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a test offer leads to the airline’s own site, never to its booking link, and the row says that nobody sells it', async () => {
  const user = userEvent.setup()
  open({ data: 'test', address: link, site, ask: async () => ({ state: 'changed', now: euros(890) }) })
  const sentence =
    'Test data: this offer and its price come from a test system, and nobody sells it. Repeat the search at klm.com, which has its own prices.'
  expect(screen.getByText(sentence)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Open klm.com' }))
  const way = await screen.findByRole<HTMLAnchorElement>('link', { name: /Open klm.com/ })
  expect(way.href).toBe(site.url)
  expect(screen.getByRole('status').textContent).toMatch(/^The price is now €890\.00: €18\.00 more than shown\./)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test.each<[string, Row, string]>([
  ['live', {}, 'Amadeus sends no booking link for this offer.'],
  [
    'test',
    { data: 'test', address: link, site: undefined },
    'Test data: this offer and its price come from a test system, and nobody sells it.',
  ],
])('a %s offer without a site has no link, and its price can be checked again and again', async (_, row, sentence) => {
  const user = userEvent.setup()
  const ask = vi
    .fn<() => Promise<PriceCheck>>()
    .mockResolvedValueOnce({ state: 'changed', now: euros(890) })
    .mockResolvedValueOnce({ state: 'gone' })
  open({ ...row, ask })
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('')
  const button = screen.getByRole('button', { name: 'Check the price' })
  for (const result of ['The price is now €890.00: €18.00 more than shown.', /^This offer is no longer available/]) {
    await user.click(button)
    expect(await screen.findByText(result)).toBe(screen.getByRole('status'))
    expect(document.activeElement).toBe(button)
  }
  expect(ask).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('link')).toBeNull()
})

test('a sample offer has no link and no price check, and the row says why', () => {
  open({ data: 'sample', address: link, site })
  expect(screen.getByText('Sample data: this offer is generated, and nobody sells it.')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Copy summary',
    'Copy link',
    'Save',
    'Add to calendar',
  ])
})

test('without a booking link, the row says that the search has to be repeated at the airline’s site', () => {
  open({ address: undefined, site })
  const sentence =
    'Amadeus sends no booking link for this offer. Repeat the search at klm.com: nothing is filled in, and its price may differ.'
  expect(screen.getByText(sentence)).toBeDefined()
})

test('Copy summary copies the offer as text, and the button states success or a missing permission', async () => {
  const user = userEvent.setup()
  open({})
  await user.click(screen.getByRole('button', { name: 'Copy summary' }))
  expect(await navigator.clipboard.readText()).toBe('AMS to AUA')
  expect(screen.getByRole('button', { name: 'Summary copied' })).toBeDefined()

  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Summary copied' }))
  expect(await screen.findByRole('button', { name: 'Copying is not allowed' })).toBeDefined()
})

test.each([
  ['No connection: press again', async () => Promise.reject(new TypeError('no connection'))],
  ['Failed on our side: press again', async () => new Response()],
])('Copy summary says “%s” if the summary cannot load', async (problem, fetch) => {
  vi.stubGlobal('fetch', fetch)
  const user = userEvent.setup()
  const summary = vi.fn(async () => 'AMS to AUA').mockRejectedValueOnce(new Error('no connection'))
  open({ summary })
  await user.click(screen.getByRole('button', { name: 'Copy summary' }))
  await user.click(await screen.findByRole('button', { name: problem }))
  expect(await screen.findByRole('button', { name: 'Summary copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe('AMS to AUA')
})

test('Add to calendar saves a calendar file that is named after the offer', async () => {
  const user = userEvent.setup()
  const saved: [string, string, Blob | undefined][] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.set('blob:calendar', blob)
    return 'blob:calendar'
  })
  const released = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href, blobs.get(this.href)])
  })
  open({})
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByRole('button', { name: 'Calendar file saved' })).toBeDefined()
  const [[name, href, blob] = []] = saved
  expect([name, href, blob?.type]).toEqual([
    'flight-AMS-AUA-2027-02-13.ics',
    'blob:calendar',
    'text/calendar;charset=utf-8',
  ])
  expect(await blob?.text()).toBe('BEGIN:VCALENDAR')
  expect(released).toHaveBeenCalledWith('blob:calendar')
})

test.each([
  ['another fare', { key: 'b' }],
  ['the same fare at another price', { amount: 890 }],
])('%s starts with unpressed buttons and no price check', async (_, next) => {
  const user = userEvent.setup()
  const { rerender } = open({ address: link, site })
  await user.click(screen.getByRole('button', { name: 'Go to KLM, opens sells.example.com' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saved under Trips' })
  rerender(actions({ address: link, site, ...next }))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Go to KLM, opens sells.example.com',
    'Copy summary',
    'Copy link',
    'Save',
    'Add to calendar',
  ])
})

test('an action whose script cannot load asks for another press', async () => {
  const user = userEvent.setup()
  render(
    <PressButton icon="calendar" action={() => Promise.reject(new Error('offline'))}>
      Add to calendar
    </PressButton>,
  )
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByRole('button', { name: 'No connection: press again' })).toBeDefined()
})

test('a problem is shown beside the button, which can be pressed again', async () => {
  const user = userEvent.setup()
  render(
    <PressButton icon="bag" action={async () => ({ problem: 'Not saved. You keep 50 flights and stays.' })}>
      Save
    </PressButton>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved. You keep 50 flights and stays.')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
})
