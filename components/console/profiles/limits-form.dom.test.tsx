import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import type { ProfileLimits } from '#lib/agents/model/profile-schema.ts'
import { ConsolePage } from '../console-page.tsx'
import { LimitsForm } from './limits-form.tsx'
import { makeProfile } from './testing/make-profile.ts'

const pageWith = (limits: ProfileLimits): ConsoleProfilePage => ({
  profile: makeProfile({ limits }),
  activity: { running: 0, awaiting_llm: 0, total: 0, last_at: null },
  default_limits: { timeout_s: 30, memory_mb: 128, fuel: 1000, concurrency: 4, llm_wait_s: 3600 },
})
const time = () => screen.getByLabelText('Time per execution, s')
const memory = () => screen.getByLabelText('Memory, MB')

/** Opens the form. `show` renders the limits that the server has meanwhile. */
function open(limits: ProfileLimits) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(makeProfile())
  })
  const client = new QueryClient()
  const form = (shown: ProfileLimits) => (
    <QueryClientProvider client={client}>
      <ConsolePage title="Profile">
        <LimitsForm page={pageWith(shown)} />
      </ConsolePage>
    </QueryClientProvider>
  )
  const { rerender } = render(form(limits))
  const save = async (sentence = 'The limits were saved.') => {
    await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))
    await screen.findByText(sentence)
  }
  return { sent, save, show: (shown: ProfileLimits) => rerender(form(shown)) }
}

test('shows a limit that was changed elsewhere, but keeps what the operator has typed', async () => {
  const { show } = open({ timeout_s: 20 })
  await userEvent.clear(time())
  await userEvent.type(time(), '60')
  show({ timeout_s: 25, memory_mb: 256 })
  await waitFor(() => expect(memory()).toHaveProperty('value', '256'))
  expect(time()).toHaveProperty('value', '60')
})

test('sends only the limits that the operator changed, and an emptied one as null', async () => {
  const { sent, save, show } = open({ timeout_s: 20 })
  await userEvent.type(memory(), '256')
  await save()
  await userEvent.clear(time())
  await save()
  expect(sent).toEqual([{ limits: { memory_mb: 256 } }, { limits: { timeout_s: null } }])
  show({ memory_mb: 512 })
  await waitFor(() => expect(memory()).toHaveProperty('value', '512'))
})

test('sends nothing if the operator changed no limit, and says so', async () => {
  const { sent, save } = open({ timeout_s: 20 })
  await save('The limits are unchanged.')
  await userEvent.type(memory(), '256')
  await userEvent.clear(memory())
  await save('The limits are unchanged.')
  expect(sent).toEqual([])
})
