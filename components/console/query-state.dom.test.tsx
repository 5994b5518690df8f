import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { useConsoleQuery } from '#lib/client/console/use-console.ts'
import { QueryState } from './query-state.tsx'
import { openInConsole } from './testing/open-in-console.tsx'

const Rows = () => (
  <QueryState query={useConsoleQuery(z.object({}), '/rows')} name="Rows">
    {() => null}
  </QueryState>
)

test.each([
  ['INVALID_INPUT', 400, 0],
  ['INTERNAL', 500, 1],
])(
  'a reading that failed with %s (status %i) offers %i times to try again, because a wrong request only fails again',
  async (code, status, buttons) => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, message: 'Refused.' } }, { status }))
    openInConsole(<Rows />)
    expect((await screen.findByRole('alert')).textContent).toContain('Rows could not be read. Refused.')
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttons)
  },
)
