import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { createRefusalLog } from './refusal-log.ts'

const guest = (id: string) => principalFrom('public', { id, role: 'guest' })
const clock = { now: () => 0 }
const log = { warn: () => {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const rows: AuditRecord[] = []
  const refusals = createRefusalLog({ append: async (row) => void rows.push(row), clock, log })
  const shown = () => rows.map(({ subject, detail }) => [subject, detail.principal ?? null, detail.times])
  return { refusals, rows, shown }
}

it('writes the first rejected request immediately, and the count of equal requests after a minute', async () => {
  const { refusals, rows, shown } = open()
  await using stack = new AsyncDisposableStack()
  stack.use(refusals)
  const request = { skill: 'fares', principal: guest('a'), code: 'INVALID_INPUT' } as const
  for (let time = 0; time < 1000; time += 1) await refusals.rejected?.(request)
  await refusals.rejected?.({ ...request, principal: guest('b') })
  expect(rows[0]).toMatchObject({ action: 'skill.rejected', by: request.principal, detail: { code: 'INVALID_INPUT' } })
  const first = [
    ['fares', 'a', 1],
    ['fares', 'b', 1],
  ]
  expect(shown()).toEqual(first)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([...first, ['fares', 'a', 999]])
  await refusals.rejected?.(request)
  expect(shown().at(-1)).toEqual(['fares', 'a', 1])
})

it('limits the rows that many callers can add to the trail', async () => {
  const { refusals, shown } = open()
  for (let caller = 0; caller < 5000; caller += 1) {
    await refusals.rejected?.({ principal: guest(String(caller)), code: 'SKILL_NOT_FOUND' })
  }
  await refusals[Symbol.asyncDispose]()
  expect(shown()).toHaveLength(501)
  expect(shown().at(-1)).toEqual(['others', null, 4500])
})

it('stores no text of the caller: the name of an unknown skill is left out', async () => {
  const { refusals, rows } = open()
  await using stack = new AsyncDisposableStack()
  stack.use(refusals)
  await refusals.rejected?.({ principal: guest('a'), code: 'SKILL_NOT_FOUND' })
  expect(rows[0]?.subject).toBe('unknown skill')
})

it('writes the pending counts when it closes', async () => {
  const { refusals, shown } = open()
  const request = { skill: 'fares', principal: guest('a'), code: 'INVALID_INPUT' } as const
  for (let time = 0; time < 3; time += 1) await refusals.rejected?.(request)
  await refusals[Symbol.asyncDispose]()
  expect(shown()).toEqual([
    ['fares', 'a', 1],
    ['fares', 'a', 2],
  ])
})
