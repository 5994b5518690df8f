import { describe, expect, test } from 'vitest'
import type { ContainerRun } from '../messages.ts'
import { openWaitingWorld, runOf } from './testing/waiting-world.ts'

describe('a waiting container', () => {
  test('is handed out once, and a replacement is started', async () => {
    const world = openWaitingWorld()
    await world.use(runOf())
    const first = await world.take(runOf())
    expect(first?.container.name).toBe('waiting-1')
    expect(world.preStarted.isHeld('waiting-1')).toBe(false)
    const second = await world.take(runOf())
    expect(second?.container.name).toBe('waiting-2')
  })

  test('is handed out before those that started later', async () => {
    const world = openWaitingWorld()
    for (let time = 0; time < 2; time += 1) world.preStarted.made(runOf())
    await world.settle()
    expect((await world.take(runOf()))?.container.name).toBe('waiting-1')
  })

  test('belongs to the execution that takes it, and only that execution removes it', async () => {
    const world = openWaitingWorld({ room: 1 })
    await world.use(runOf())
    const ready = await world.take(runOf())
    await world.preStarted[Symbol.asyncDispose]()
    expect(world.names()).toEqual(['waiting-1'])
    await ready?.[Symbol.asyncDispose]()
    expect([world.names(), world.openNetworks()]).toEqual([[], 0])
  })

  test('has its own placeholders for the secrets of the session', async () => {
    const world = openWaitingWorld()
    const run = runOf({ secrets: { RATES_KEY: 'session-1', WITHHELD: null } })
    await world.use(run)
    const [ready, next] = [await world.take(run), await world.take(run)]
    const own = ready?.placeholders.RATES_KEY ?? ''
    expect(Object.keys(ready?.placeholders ?? {})).toEqual(['RATES_KEY'])
    expect(world.environment('waiting-1')).toContain(`RATES_KEY=${own}`)
    expect(world.environment('waiting-1').join()).not.toMatch(/session-1|WITHHELD/)
    expect(next?.placeholders.RATES_KEY).not.toBe(own)
  })

  test('has a variable in its environment that says that it waits, but no data of an execution', async () => {
    const world = openWaitingWorld()
    await world.use(runOf({ id: 'exec_secret', stdin: '{"params":"private"}\n' }))
    const environment = world.environment('waiting-1')
    expect(environment).toContain('TRAVEL_AHEAD=1')
    expect(environment.join()).not.toMatch(/exec_secret|private/)
  })
})

describe('a container that waits for one kind of execution', () => {
  const before = runOf({ secrets: { KEY: 'session-1' } })

  test('is removed when the version changes, which covers the skill, its permissions and credentials', async () => {
    const world = openWaitingWorld()
    await world.use(before)
    const after = runOf({ ...before, ahead: { skill: 'rates', version: '2' } })
    expect(await world.take(after)).toBeUndefined()
    expect(world.names()).toEqual([])
    await world.use(after)
    expect(await world.take(after)).toBeDefined()
  })

  test.each<[string, Partial<ContainerRun>]>([
    ['another image', { image: 'travel-skill-rates:2' }],
    ['another command', { command: ['sh'] }],
    ['another host', { hosts: ['other.example.com'] }],
    ['no host', { hosts: [] }],
    ['more memory', { memoryMb: 101 }],
    ['less CPU', { cpus: 0.5 }],
    ['a smaller output', { outputBytes: 999 }],
    ['another mode of egress', { egress: 'bridge' }],
    ['a bundle', { hasHarness: true }],
    ['another secret', { secrets: { OTHER: 'session-1' } }],
    ['a withheld secret', { secrets: { KEY: null } }],
    ['another skill', { ahead: { skill: 'trains', version: '1' } }],
  ])('is not given to an execution with %s', async (_, change) => {
    const world = openWaitingWorld()
    await world.use(before)
    expect(await world.take({ ...before, ...change })).toBeUndefined()
    expect(await world.take(before)).toBeDefined()
  })

  test('is used for an execution with another input, other placeholders and another time limit', async () => {
    const world = openWaitingWorld()
    await world.use(before)
    const next = runOf({ id: 'exec_2', stdin: '[]\n', lifetimeMs: 9000, secrets: { KEY: 'session-2' } })
    expect(await world.take(next)).toBeDefined()
  })
})
