import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConfirmationView, Decided } from '#lib/agents/model/confirmation-view.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { renderIn, textsIn } from '../../../scripts/testing/render-in.tsx'
import { ConfirmationCard } from './confirmation-card.tsx'

const view: ConfirmationView = {
  id: 'conf_1',
  question: 'Leave that message for the operator?',
  skill: 'send-message',
  version: '1.0.0',
  state: 'waiting',
  asked_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  answered_at: null,
  facts: [
    { name: 'For', value: 'Ilse', isQuote: false },
    { name: 'Message', value: '<i>Late</i>\nSorry', isQuote: true },
  ],
  reaches: ['Ilse, with messages'],
  cannot: ['Contact any host on the internet'],
}

/** Fakes the server: each request gets `decided`, or an error without it. Returns the mock of `fetch`. */
function answering(decided: Decided | undefined, status = 200) {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) =>
    Response.json(decided ?? { error: { code: 'CONFLICT', reason: 'question_used', message: 'For programs.' } }, {
      status,
    }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
afterEach(() => void vi.useRealTimers())

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('shows question, skill, recipient, exact text, reach and time left, in this order', () => {
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  const card = screen.getByRole('article', { name: view.question })
  const order = [
    'Waiting for you',
    view.question,
    'send-message',
    'Ilse',
    'Sorry',
    'may reach',
    'cannot do',
    'left to',
    'Confirm',
  ]
  const places = order.map((words) => card.textContent?.indexOf(words) ?? -1)
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(within(card).getByText(/<i>Late<\/i>/).innerHTML).not.toContain('<i>')
})

test('two presses of Enter confirm once, and the heading of the result gets the focus', async () => {
  const fetch = answering({ state: 'done', message: 'I have noted your message.' })
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Confirm')
  await userEvent.keyboard('{Enter}{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('It says: I have noted your message.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Done' }))
  expect(fetch.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([
    ['/api/confirmations/conf_1/confirm', 'POST'],
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('Cancel declines the question, and the card says that nothing was done', async () => {
  const fetch = answering({ state: 'declined' })
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  await press('Cancel')
  expect(await screen.findByRole('heading', { name: 'You canceled it. Nothing was done.' })).toBeDefined()
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/confirmations/conf_1/decline')
})

const failed: Decided = { state: 'failed', error: { code: 'SKILL_CRASHED', message: 'For programs.' } }

test('after Confirm, the card links to the new question if the skill has changed since the old one', async () => {
  answering({ state: 'changed', next_id: 'conf_2' })
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  await press('Confirm')
  expect((await screen.findByRole('link', { name: 'See the new question' })).getAttribute('href')).toBe(
    '/confirm/conf_2',
  )
})

test('if the response is lost, the card states no result and asks for a reload', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  await press('Confirm')
  expect((await screen.findByRole('status')).textContent).toContain('Reload the page')
})

test.each<[ConfirmationView['state'], RegExp]>([
  ['given', /^Confirmed at \d\d:\d\d$/],
  ['declined', /Nothing was done\.$/],
  ['expired', /^At \d\d:\d\d, the time ran out\. Nothing was done\.$/],
  ['changed', /Nothing was done\.$/],
])('the title of a question that is %s states whether anything was done', (state, title) => {
  render(
    <ConfirmationCard
      view={{ ...view, state, answered_at: state === 'given' ? view.asked_at : null }}
      nowMs={Date.now()}
    />,
  )
  expect(screen.getByRole('heading').textContent).toMatch(title)
  const buttons = screen.queryAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(state === 'given' ? [] : ['Ask me again'])
})

test('an expired question can be asked again, and the card links to the new question', async () => {
  const fetch = answering({ state: 'asked', next_id: 'conf_2' })
  render(<ConfirmationCard view={{ ...view, state: 'expired' }} nowMs={Date.now()} />)
  await press('Ask me again')
  expect((await screen.findByRole('link', { name: 'See the new question' })).getAttribute('href')).toBe(
    '/confirm/conf_2',
  )
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/confirmations/conf_1/ask')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Nothing was done/ }))
})

test('a question is asked again once, however often the button is pressed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => promise)
  vi.stubGlobal('fetch', fetch)
  render(<ConfirmationCard view={{ ...view, state: 'expired' }} nowMs={Date.now()} />)
  await press('Ask me again')
  await press('Ask me again')
  resolve(Response.json({ state: 'asked', next_id: 'conf_2' }))
  expect(await screen.findByRole('link', { name: 'See the new question' })).toBeDefined()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a question that was just declined can be asked again', async () => {
  answering({ state: 'declined' })
  render(<ConfirmationCard view={view} nowMs={Date.now()} />)
  await press('Cancel')
  expect(await screen.findByRole('button', { name: 'Ask me again' })).toHaveProperty('disabled', false)
})

test('an edited text creates a new question; an unchanged text cannot be sent', async () => {
  const fetch = answering({ state: 'asked', next_id: 'conf_2' })
  const facts = [{ name: 'Message', value: 'Late', isQuote: true, field: 'message' }]
  render(<ConfirmationCard view={{ ...view, facts }} nowMs={Date.now()} />)
  await press('Change the text: Message')
  const field = screen.getByRole('textbox', { name: 'Message' })
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole('button', { name: 'Ask me with this text' })).toHaveProperty('disabled', true)
  await userEvent.type(field, ' and sorry')
  await press('Ask me with this text')
  expect(await screen.findByRole('heading', { name: 'There is a new question. Nothing was done.' })).toBeDefined()
  expect(fetch.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual([
    ['/api/confirmations/conf_1/ask', { texts: { message: 'Late and sorry' } }],
  ])
})

const lose = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
const nothingDone = /Nothing was done, and no reply arrived/

test.each<[string, () => void, RegExp]>([
  ['is lost', lose, nothingDone],
  ['is refused', () => answering(undefined, 409), /There is no new question\. This question was already confirmed/],
])('an edited text stays, and can be sent again, if its request %s', async (_, fail, problem) => {
  fail()
  const facts = [{ name: 'Message', value: 'Late', isQuote: true, field: 'message' }]
  render(<ConfirmationCard view={{ ...view, facts }} nowMs={Date.now()} />)
  await press('Change the text: Message')
  await userEvent.type(screen.getByRole('textbox'), ' and sorry')
  await press('Ask me with this text')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(problem)
  expect(document.activeElement, 'the focus of the button, which was disabled').toBe(alert)
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Late and sorry')
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', false)
  answering({ state: 'asked', next_id: 'conf_2' })
  await press('Ask me with this text')
  expect(await screen.findByRole('link', { name: 'See the new question' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an expired question can be asked again after a lost request', async () => {
  lose()
  render(<ConfirmationCard view={{ ...view, state: 'expired' }} nowMs={Date.now()} />)
  await press('Ask me again')
  expect((await screen.findByRole('alert')).textContent).toMatch(nothingDone)
  expect(screen.getByRole('button', { name: 'Ask me again' })).toHaveProperty('disabled', false)
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press on "Keep the text"', () => press('Keep the text')],
])('%s closes the text field and returns the focus to the button that opened it', async (_, close) => {
  const facts = [{ name: 'Message', value: 'Late', isQuote: true, field: 'message' }]
  render(<ConfirmationCard view={{ ...view, facts }} nowMs={Date.now()} />)
  expect(document.activeElement, 'nothing takes the focus at first').toBe(document.body)
  await press('Change the text: Message')
  await close()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the text: Message' }))
})

test('an expired question still looks expired while the page requests a new one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  render(
    <ConfirmationCard view={{ ...view, expires_at: new Date(Date.now() + 2_000).toISOString() }} nowMs={Date.now()} />,
  )
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  fireEvent.click(screen.getByRole('button', { name: 'Ask me again' }))
  expect(screen.getByRole('heading').textContent).toContain('Nothing was done')
  expect(screen.getByRole('button', { name: 'Ask me again' })).toHaveProperty('disabled', true)
})

test('removes the buttons when the time runs out', async () => {
  vi.useFakeTimers()
  render(
    <ConfirmationCard view={{ ...view, expires_at: new Date(Date.now() + 2_000).toISOString() }} nowMs={Date.now()} />,
  )
  expect(screen.getByText(/2 seconds left/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByRole('heading').textContent).toContain('Nothing was done')
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test.each([
  ['fast', 3_600_000],
  ['slow', -3_600_000],
])('the time left is the server’s, even if the clock of the device is an hour %s', async (_, offMs) => {
  const serverMs = Date.now()
  vi.useFakeTimers({ now: serverMs + offMs })
  const expires_at = new Date(serverMs + 90_000).toISOString()
  render(<ConfirmationCard view={{ ...view, expires_at }} nowMs={serverMs} />)
  expect(screen.getByText(/1 minute/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(85_000))
  expect(screen.getByText(/5 seconds left/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('a page that Back shows again counts from the latest time of the server, not from the page’s own', async () => {
  vi.useFakeTimers()
  const nowMs = Date.now()
  const card = { ...view, expires_at: new Date(nowMs + 300_000).toISOString() }
  render(<ConfirmationCard view={card} nowMs={nowMs} />).unmount()
  await act(() => vi.advanceTimersByTimeAsync(250_000))
  render(<ConfirmationCard view={card} nowMs={nowMs} />)
  expect(screen.getByText(/50 seconds left/)).toBeDefined()
})

const german = textsIn('de', 'confirm')

test.each<[string, Decided | undefined, string]>([
  ['a failure', failed, 'Das konnte nicht ausgeführt werden.'],
  ['a refusal', undefined, 'Diese Frage wurde bereits bestätigt und zählt nur einmal.'],
  ['a success without a message', { state: 'done' }, 'Es ist erledigt.'],
])('shows %s in the reader’s language', async (_, decided, sentence) => {
  answering(decided, decided === undefined ? 409 : 200)
  renderIn('de', <ConfirmationCard view={view} nowMs={Date.now()} />)
  await press(german('confirm'))
  expect((await screen.findByRole('status')).textContent?.trim()).toBe(sentence)
})

test('quotes text that the skill wrote, marks it as English and introduces it in the reader’s language', async () => {
  answering({ state: 'done', message: 'I have noted your message.' })
  const facts = [{ name: 'Gate', isSkillsName: true, value: 'B4', isQuote: false } as const]
  renderIn('de', <ConfirmationCard view={{ ...view, facts }} nowMs={Date.now()} />)
  const card = screen.getByRole('article', { name: view.question })
  expect(card.textContent).toContain('Die Frage im Wortlaut:Leave that message')
  expect([...card.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent)).toEqual([view.question, 'Gate'])
  await press(german('confirm'))
  const status = await screen.findByRole('status')
  expect(status.textContent).toBe('Die Rückmeldung: I have noted your message.')
  expect(status.querySelector('q[lang=en]')?.textContent).toBe('I have noted your message.')
})
