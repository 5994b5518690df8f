import { describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { Json } from '../../contract/skill-io.ts'
import { executionOf, skillOf, type TestExecution, testLimits } from '../testing/conformance/harness.ts'
import type { ContainerEnd, ContainerRun } from './messages.ts'
import { type RunEnd, runExecution } from './run-execution.ts'
import type { ContainerEvents, WorkerLink } from './worker-link.ts'

const run: ContainerRun = {
  id: 'exec_1',
  image: 'travel-skill-x:1',
  egress: 'socket',
  hasHarness: true,
  memoryMb: 32,
  cpus: 1,
  outputBytes: 1000,
  lifetimeMs: 1000,
  hosts: [],
  secrets: {},
  stdin: '{}\n',
}
const good: ContainerEnd = { kind: 'output', text: '{"kind":"returned","value":1}' }
const failure = (code: string) => ({ kind: 'outcome', outcome: { kind: 'failed', code } })

/** An execution whose container the test controls. */
function openExecution(test: TestExecution = {}) {
  const opened: { events?: ContainerEvents; drops: number } = { drops: 0 }
  const link: WorkerLink = {
    run: (_, events) => {
      opened.events = events
      return {
        answer() {},
        drop: () => {
          opened.drops += 1
        },
      }
    },
    ask: () => Promise.reject(new Error('The test expects no request')),
    close: async () => {},
  }
  const end: Promise<RunEnd> = runExecution(link, executionOf(skillOf('() => 1'), test), run, () => {})
  const { events } = opened
  if (!events) throw new Error('The execution was not started')
  let calls = 0
  const call = (args: Json = { url: 'https://api.example.com/' }) => events.call(calls++, 'fetch', args)
  return { end, events, call, drops: () => opened.drops }
}

describe('the outcome of an execution in a container', () => {
  test("is the container's when all host calls were answered", async () => {
    const execution = openExecution()
    execution.call()
    execution.events.ended(good, [])
    expect(await execution.end).toMatchObject({ outcome: { kind: 'returned', value: 1 } })
  })

  test('comes from a host call that ends the execution, even if the output arrives first', async () => {
    const execution = openExecution()
    execution.call({ url: 'https://evil.example/' })
    execution.events.ended(good, [])
    expect(await execution.end).toMatchObject(failure('EGRESS_BLOCKED'))
  })

  test.each<[string, number, Json]>([
    ['too many host calls', testLimits.hostCalls + 1, {}],
    ['too many bytes in their arguments', 2, { body: 'x'.repeat(17 * 1024 * 1024) }],
  ])('is CAPABILITY_DENIED for %s, and the container is dropped', async (_, times, args) => {
    const execution = openExecution()
    for (let time = 0; time < times; time += 1) execution.call(args)
    expect(execution.drops()).toBe(1)
    execution.events.ended(good, [])
    expect(await execution.end).toMatchObject(failure('CAPABILITY_DENIED'))
  })

  test.each<[string, HostAnswer, string]>([
    ['a withheld call', { kind: 'rejected', name: 'CapabilityRevoked', message: 'withheld' }, 'CAPABILITY_REVOKED'],
    ['a provider that is not reached', { kind: 'rejected', name: 'NetworkError', message: 'reset' }, 'SKILL_CRASHED'],
  ])('names %s of which the program dies', async (_, answer, code) => {
    const execution = openExecution({ answer: () => answer })
    execution.call()
    execution.events.ended({ kind: 'failed', code: 'SKILL_CRASHED', detail: 'it exited with code 1' }, [])
    expect(await execution.end).toMatchObject(failure(code))
  })

  test('comes from a violation outside the host calls', async () => {
    const execution = openExecution()
    execution.events.stopped('EGRESS_BLOCKED', 'DNS')
    execution.events.ended(good, [])
    expect(await execution.end).toMatchObject(failure('EGRESS_BLOCKED'))
  })

  test("comes from the caller's abort", async () => {
    const controller = new AbortController()
    const execution = openExecution({ signal: controller.signal })
    controller.abort({ code: 'CANCELLED' })
    expect(execution.drops()).toBe(1)
    execution.events.ended(good, [])
    expect(await execution.end).toMatchObject(failure('CANCELLED'))
  })
})
