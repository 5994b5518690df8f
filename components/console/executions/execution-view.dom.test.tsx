import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ExecutionDetail } from '#lib/console/model/console-executions.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ExecutionView } from './execution-view.tsx'
import { failedExecution } from './testing/failed-execution.ts'

const waiting: ExecutionDetail = { ...failedExecution, state: 'waiting', error_code: null, can_cancel: true }
const cancelled: ExecutionDetail = { ...failedExecution, state: 'cancelled', error_code: 'CANCELLED' }

test('links the executions of the steps, and the execution of which it is a step', async () => {
  const steps = [{ id: 'exec_0000000000000000000002', skill: 'search', action: 'find' }]
  const execution = { ...failedExecution, steps, part_of: 'exec_0000000000000000000003' }
  vi.stubGlobal('fetch', async () => Response.json(execution))
  openInConsole(<ExecutionView id={execution.id} />)
  const hrefs = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await hrefs('find of search')).toBe(`/console/executions/${steps[0]?.id}`)
  expect(await hrefs(execution.part_of)).toBe(`/console/executions/${execution.part_of}`)
})

test('ends an execution only after a question; then the page gets the focus and the end is announced', async () => {
  let execution = waiting
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method !== 'POST') return Response.json(execution)
    expect(path).toBe(`/api/console/executions/${waiting.id}/cancel`)
    execution = cancelled
    return Response.json({ done: true })
  })
  openInConsole(<ExecutionView id={waiting.id} />)
  await userEvent.click(await screen.findByRole('button', { name: 'End it' }))
  expect(execution).toBe(waiting)
  await userEvent.click(screen.getByRole('button', { name: 'End execution' }))
  expect((await screen.findByText('The execution was ended.')).getAttribute('role')).toBe('status')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'End it' })).toBeNull(), { timeout: 30_000 })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
