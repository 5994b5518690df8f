import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ExecutionDetail } from '#lib/console/model/console-executions.ts'
import { hidden } from '#runner/contract/hidden-text.ts'
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

test('the operator answers the prompt that waits, and the page says who answered another one', async () => {
  const prompt = { text: 'Which one?', length: 10 }
  const first = { seq: 0, model: 'default', prompt, response: { text: 'This', length: 4 }, no_response: null }
  const open = { ...first, seq: 1, response: null, no_response: 'There is no response yet.' }
  const by = { actor: { kind: 'operator' as const, id: 'user_1' }, name: 'Ada' }
  const acts = [{ act: 'answered' as const, at: failedExecution.started_at, by, seq: 0 }]
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'POST')
      return Response.json({ ...waiting, can_answer: true, llm: [first, open], llm_length: 2, acts })
    sent.push([path, JSON.parse(String(body))])
    return Response.json({ done: true })
  })
  openInConsole(<ExecutionView id={waiting.id} />)
  expect(await screen.findByText('Response of operator Ada, in place of the model')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your response'), 'The second')
  await userEvent.click(screen.getByRole('button', { name: 'Answer the prompt' }))
  expect(await screen.findByText(/You answered the prompt/)).toBeTruthy()
  expect(sent).toEqual([[`/api/console/executions/${waiting.id}/answer`, { number: 1, response: 'The second' }]])
})

test('no text of an agent or a model has a character that nobody sees: it is spelled out', async () => {
  const unseen = 'a\u202eb\u200bc\u{e0041}d\u2028e\rf'
  const cut = { text: unseen, length: unseen.length }
  const script = { language: 'javascript', text: unseen, stdout: cut, stderr: cut, shows_lookalikes: false }
  const error = { message: unseen, line: 1, fault: 'author' as const, remedy: 'Mend it.' }
  const call = { seq: 0, model: unseen, prompt: cut, response: cut, no_response: null }
  const open = { ...call, seq: 1, response: null, no_response: unseen }
  const told: ExecutionDetail = { ...failedExecution, script, error, output: cut, llm: [call, open], llm_length: 2 }
  vi.stubGlobal('fetch', async () => Response.json({ ...told, input: cut }))
  openInConsole(<ExecutionView id={told.id} />)
  expect((await screen.findByRole('region', { name: 'Code' })).textContent).toContain(
    'a\\u202eb\\u200bc\\udb40\\udc41d',
  )
  const spelled = document.body.textContent?.split('a\\u202eb\\u200bc\\udb40\\udc41d\\u2028e\\u000df')
  expect([document.body.textContent?.search(hidden), spelled?.length]).toEqual([-1, 13])
})

test('a script runs again with changed code, and the page of the new execution opens', async () => {
  const empty = { text: '', length: 0 }
  const script = { language: 'javascript', text: 'a()', stdout: empty, stderr: empty, shows_lookalikes: false }
  const error = { message: 'a is not defined', line: 1, fault: 'author' as const, remedy: 'Define it.' }
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json({ ...failedExecution, script, error })
    expect(JSON.parse(String(body))).toEqual({ script: 'b()' })
    return Response.json({ id: 'exec_2' }, { status: 202 })
  })
  const visited = openInConsole(<ExecutionView id={failedExecution.id} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
  const code = screen.getByLabelText('Code', { selector: 'textarea' })
  await userEvent.clear(code)
  await userEvent.type(code, 'b()')
  await userEvent.click(screen.getByRole('button', { name: 'Run the changed code' }))
  await vi.waitFor(() => expect(visited).toEqual(['/console/executions/exec_2']))
  const { hash } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Line 1' }).href)
  expect(document.querySelector(hash)?.textContent).toContain('failed here')
})
