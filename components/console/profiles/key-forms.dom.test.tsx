import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleKey } from '#lib/agents/model/console-profile.ts'
import { ConsolePage } from '../console-page.tsx'
import { stored } from '../testing/make-credential.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { AddKey } from './add-key.tsx'
import { KeyList } from './key-list.tsx'
import { FillInKey } from './key-row.tsx'
import { makeProfile, wanted } from './testing/make-profile.ts'

const profile = makeProfile({ keys: [wanted] })
const { description, use, hosts, expires_at, updated_at } = stored
const credential = { description, use, hosts, expires_at, updated_at, other_profiles: 0 }

/** Fakes the server: each change gets `answer`. Returns the sent changes. */
function answerWith(answer: () => Response) {
  const sent: { readonly call: string; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ error: { code: 'NOT_FOUND', message: 'Not here.' } }, { status: 404 })
    sent.push({ call: `${method} ${path}`, body: JSON.parse(String(body)) })
    return answer()
  })
  return sent
}
const refusal =
  (message: string, details = {}) =>
  () =>
    Response.json({ error: { code: 'INVALID_INPUT', message, details } }, { status: 400 })

/** The error of an invalid field, as a screen reader reads it. Empty if the field is valid. */
const errorOf = (field: HTMLElement) =>
  field.getAttribute('aria-invalid') === 'true'
    ? document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
    : ''

function openAddKey(answer = () => Response.json(profile)) {
  const sent = answerWith(answer)
  openInConsole(
    <ConsolePage title="Profile">
      <AddKey profile={profile} />
    </ConsolePage>,
  )
  return { sent, name: screen.getByLabelText('Another key') }
}

test.each([
  ['a lower-case name', 'sales_key', 'Must be a name like AMADEUS_API_KEY, of at most 64 characters.'],
  ['a name that the profile already has', 'SALES_KEY', 'The profile has this key already.'],
])('rejects %s for a new key, and shows the reason at the field', async (_, name, error) => {
  const form = openAddKey()
  await userEvent.type(form.name, `${name}{Enter}`)
  await vi.waitFor(() => expect(errorOf(form.name)).toBe(error), { timeout: 30_000 })
  expect(form.name).toHaveProperty('value', name)
  expect(form.sent).toEqual([])
})

test('adding a key sends only that key, so the profile keeps its others', async () => {
  const form = openAddKey()
  await userEvent.type(screen.getByLabelText('What it is for'), 'Writes a summary')
  await userEvent.type(form.name, ' OTHER_KEY {Enter}')
  expect(await screen.findByText('OTHER_KEY was added to the profile.')).toBeTruthy()
  const added = { name: 'OTHER_KEY', description: 'Writes a summary' }
  expect(form.sent).toEqual([{ call: 'PATCH /api/console/profiles/prof_1', body: { keys: { add: [added] } } }])
})

test('a refusal to add a key is announced, and the form keeps what was typed', async () => {
  const form = openAddKey(refusal('The profile is locked.'))
  await userEvent.type(form.name, 'OTHER_KEY{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('The profile is locked.')
  expect(form.name).toHaveProperty('value', 'OTHER_KEY')
})

test('a credential that replaced the approved one is shown as such, and serves the profile only when approved', async () => {
  const sent = answerWith(() => Response.json(profile))
  const replaced: ConsoleKey = { ...wanted, is_replaced: true, credential }
  openInConsole(
    <ConsolePage title="Profile">
      <KeyList profile={makeProfile({ state: 'locked', locked: true, keys: [replaced] })} filling={null} />
    </ConsolePage>,
  )
  expect(screen.getByText('Another credential')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use this SALES_KEY' }))
  expect(await screen.findByText('The profile uses the stored SALES_KEY now.')).toBeTruthy()
  expect(sent).toEqual([{ call: 'PATCH /api/console/profiles/prof_1', body: { keys: { approve: ['SALES_KEY'] } } }])
})

const over = '2020-01-01T00:00:00.000Z'
test.each([
  ['a value', { value_exists: true, credential }, 'Has a value', '1 of 1 have a value'],
  ['no credential', {}, 'Needs a value', '0 of 1 have a value'],
  ['a credential without a value', { credential }, 'Needs a value', '0 of 1 have a value'],
  ['an expired value', { credential: { ...credential, expires_at: over } }, 'Expired', '0 of 1 have a value'],
  ['a replaced one', { is_replaced: true, credential }, 'Another credential', '1 of 1 have a value, 1 not approved'],
])('a key with %s says one thing about its value, in the row and in the count', (_, fields, said, counted) => {
  for (const state of ['locked', 'revoked'] as const) {
    openInConsole(
      <KeyList profile={makeProfile({ state, locked: true, keys: [{ ...wanted, ...fields }] })} filling={null} />,
    )
    const shown = /Has a value|Needs a value|No value|Expired(?! \d)|Another credential/g
    const one = state === 'revoked' && said === 'Needs a value' ? 'No value' : said
    expect(screen.getByRole('listitem', { name: 'SALES_KEY' }).textContent?.match(shown)).toEqual([one])
    expect(screen.getByText(counted)).toBeTruthy()
    cleanup()
  }
})

test('a place for a key is allowed on its own, at the key, also in a locked profile', async () => {
  const sent = answerWith(() => Response.json(profile))
  const key: ConsoleKey = {
    ...wanted,
    value_exists: true,
    places: ['path'],
    credential: { ...credential, use: { kind: 'plain' } },
  }
  openInConsole(
    <ConsolePage title="Profile">
      <KeyList profile={makeProfile({ state: 'locked', locked: true, keys: [key] })} filling={null} />
    </ConsolePage>,
  )
  const places = screen.getByRole('group', { name: 'Scripts may use SALES_KEY in headers of requests, and in:' })
  expect(places.textContent).toContain('Many servers repeat it in their answers')
  expect(places.textContent).toContain('tokens (JWT), each valid for 60 minutes at most')
  expect(places.textContent).toContain('whoever trusts the key believes each text')
  expect(screen.getByRole('checkbox', { name: /HMAC/ })).toHaveProperty('checked', false)
  await userEvent.click(screen.getByRole('checkbox', { name: /the body/ }))
  expect(await screen.findByText('The places of SALES_KEY were saved.')).toBeTruthy()
  const body = { keys: { places: [{ name: 'SALES_KEY', places: ['path', 'body'] }] } }
  expect(sent).toEqual([{ call: 'PATCH /api/console/profiles/prof_1', body }])
})

function openValue(hosts: readonly string[], answer: () => Response) {
  const sent = answerWith(answer)
  openInConsole(
    <ConsolePage title="Profile">
      <FillInKey wanted={wanted} hosts={hosts} focusRequest={{}} />
    </ConsolePage>,
  )
  return { sent, value: screen.getByLabelText('Token'), hosts: screen.getByLabelText('Hosts it may go to') }
}

test('the value of a key is stored for the profile’s host, if there is only one', async () => {
  const form = openValue(['api.example.com'], () => Response.json(stored))
  await vi.waitFor(() => expect(document.activeElement).toBe(form.value), { timeout: 30_000 })
  expect(form.value).toHaveProperty('type', 'password')
  await userEvent.type(form.value, 'a-secret-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  expect(await screen.findByText('SALES_KEY has a value now.')).toBeTruthy()
  expect(form.sent[0]).toEqual({
    call: 'POST /api/console/credentials',
    body: expect.objectContaining({ name: 'SALES_KEY', value: 'a-secret-value', hosts: ['api.example.com'] }),
  })
})

test('a missing value or host is reported and not sent; of several hosts, the operator chooses', async () => {
  const form = openValue(['api.example.com', 'files.example.com'], () => Response.json(stored))
  expect(form.hosts).toHaveProperty('value', '')
  expect(screen.getByText(/The profile asks for api.example.com, files.example.com/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  await vi.waitFor(() => expect(errorOf(form.value)).toBe('Enter the value.'), { timeout: 30_000 })
  expect(errorOf(form.hosts)).toBe('Must name at least one host that may receive the value.')
  expect(form.sent).toEqual([])
  await userEvent.type(form.hosts, 'files.example.com')
  await userEvent.type(form.value, 'a-secret-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  expect(await screen.findByText('SALES_KEY has a value now.')).toBeTruthy()
  expect(form.sent[0]).toHaveProperty('body.hosts', ['files.example.com'])
})

test('a rejected value is announced, and the error is shown at its field', async () => {
  const form = openValue(['api.example.com'], refusal('The credential is invalid.', { value: 'is too short' }))
  await userEvent.type(form.value, 'short-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The credential is invalid.')
  await vi.waitFor(() => expect(errorOf(form.value)).toBe('Is too short.'), { timeout: 30_000 })
  expect(screen.queryByText('SALES_KEY has a value now.')).toBeNull()
})

test('a new value does not count as saved while its last day is past, because an expired value is not used', async () => {
  const sent = answerWith(() => Response.json(stored))
  const old = { ...credential, expires_at: '2020-01-31T23:59:59.000Z' }
  openInConsole(<FillInKey wanted={{ ...wanted, credential: old }} hosts={[]} focusRequest={null} />)
  await userEvent.type(screen.getByLabelText('Token'), 'a-secret-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  const expires = screen.getByLabelText('Expires')
  await vi.waitFor(() => expect(errorOf(expires)).toBe('This day is past: choose a later one, or none.'), {
    timeout: 30_000,
  })
  expect(sent).toEqual([])
  await userEvent.clear(expires)
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  await vi.waitFor(() => expect(sent[0]).toHaveProperty('body.expires_at', null), { timeout: 30_000 })
  expect(sent[0]).toHaveProperty('body.updated_at', old.updated_at)
})
