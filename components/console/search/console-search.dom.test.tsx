import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConsoleTable } from '../console-table.tsx'
import { failedRow } from '../executions/testing/failed-execution.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ConsoleSearch } from './console-search.tsx'

const answer = {
  executions: [failedRow],
  hits: [{ kind: 'credential', id: 'REPORTS_API_KEY', title: 'REPORTS_API_KEY', note: 'To read reports' }],
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => Response.json(answer))
})

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('Ctrl K finds pages, credentials and executions, and Enter opens the marked one', async () => {
  const visited = openInConsole(<ConsoleSearch />)
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the console' }), 'cred')
  expect(await screen.findByText('REPORTS_API_KEY')).toBeTruthy()
  expect(names()[0]).toBe('Credentials')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(visited).toEqual(['/console/credentials?text=REPORTS_API_KEY']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('j and k move between the rows of a list, but not while someone types, nor after they were turned off', async () => {
  const rows = [{ name: 'a' }, { name: 'b' }]
  openInConsole(
    <>
      <ConsoleSearch />
      <main>
        <input aria-label="Text" />
        <ConsoleTable
          columns={[{ header: 'Name', cell: ({ name }) => <a href={`#${name}`}>{name}</a> }]}
          rows={rows}
          idOf={({ name }) => name}
        />
      </main>
    </>,
  )
  const focused = () => document.activeElement?.textContent
  await userEvent.keyboard('j')
  expect(focused()).toBe('a')
  await userEvent.keyboard('jjk')
  expect(focused()).toBe('a')
  await userEvent.type(screen.getByLabelText('Text'), 'jk?')
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'jk?')
  screen.getByRole('link', { name: 'a' }).focus()
  await userEvent.keyboard('?')
  await userEvent.click(await screen.findByRole('checkbox', { name: /work in this browser/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  screen.getByRole('link', { name: 'a' }).focus()
  await userEvent.keyboard('j')
  expect(focused()).toBe('a')
})
