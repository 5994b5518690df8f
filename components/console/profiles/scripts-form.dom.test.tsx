import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ScriptFacts, ScriptsForm } from './scripts-form.tsx'
import { makeProfile } from './testing/make-profile.ts'

const where = () => screen.getByLabelText('Where scripts in Python run')
const language = () => screen.getByLabelText('Scripts that are valid in both languages')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('sends only the choice that the operator changed, for a locked profile too', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(makeProfile())
  })
  openInConsole(<ScriptsForm profile={makeProfile({ state: 'locked', locked: true })} />)
  expect(where()).toHaveProperty('value', 'python')
  await save()
  expect(sent).toEqual([])
  await userEvent.selectOptions(where(), 'container')
  await save()
  await waitFor(() => expect(sent).toEqual([{ scripts: { python_runtime: 'container' } }]))
  await userEvent.selectOptions(where(), 'python')
  await userEvent.selectOptions(language(), 'javascript')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('false'))
  await save()
  await waitFor(() => expect(sent.at(-1)).toEqual({ scripts: { language: 'javascript' } }))
})

test('a choice that is made while another one is being saved stays', async () => {
  const saving = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => saving.promise)
  openInConsole(<ScriptsForm profile={makeProfile()} />)
  await userEvent.selectOptions(where(), 'container')
  await save()
  await userEvent.selectOptions(language(), 'javascript')
  saving.resolve(Response.json(makeProfile()))
  await screen.findByRole('button', { name: 'Save' })
  expect(where()).toHaveProperty('value', 'python')
  expect(language()).toHaveProperty('value', 'javascript')
})

test('shows how the scripts of a revoked profile ran', () => {
  const scripts = { language: 'javascript', python_runtime: 'container', shows_lookalikes: true } as const
  openInConsole(<ScriptFacts profile={makeProfile({ scripts })} />)
  expect(screen.getByText('run as JavaScript')).toBeDefined()
  expect(screen.getByText('Always in a container (needs Docker)')).toBeDefined()
  expect(screen.getByText('Shown')).toBeDefined()
})

test('says what it risks that results show text that only looks like a credential', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(makeProfile())
  })
  openInConsole(<ScriptsForm profile={makeProfile()} />)
  const choice = screen.getByLabelText('Text in results that only looks like a credential')
  expect(choice).toHaveProperty('value', 'masked')
  expect(screen.queryByText(/the agent gets it/)).toBeNull()
  await userEvent.selectOptions(choice, 'shown')
  expect(screen.getByText(/the agent gets it/)).toBeDefined()
  await save()
  await waitFor(() => expect(sent).toEqual([{ scripts: { shows_lookalikes: true } }]))
})
