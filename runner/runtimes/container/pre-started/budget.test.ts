import { describe, expect, test } from 'vitest'
import { openWaitingWorld, runOf } from './testing/waiting-world.ts'

const minuteMs = 60_000
const other = runOf({ image: 'travel-skill-trains:1', ahead: { skill: 'trains', version: '1' } })

describe('waiting containers', () => {
  test('are started for a skill after its first use', async () => {
    const world = openWaitingWorld()
    await world.settle()
    expect(world.names()).toEqual([])
    await world.use(runOf())
    expect(world.names()).toEqual(['waiting-1'])
    expect(world.preStarted.ready()).toBe(1)
    expect(world.preStarted.isHeld('waiting-1')).toBe(true)
  })

  test('match the number of concurrent requests, within their memory budget', async () => {
    const world = openWaitingWorld({ room: 2 })
    for (let time = 0; time < 4; time += 1) world.preStarted.made(runOf())
    await world.settle()
    expect(world.names()).toEqual(['waiting-1', 'waiting-2'])
  })

  test('count against the budget until they are removed', async () => {
    const world = openWaitingWorld({ room: 1 })
    await world.use(runOf())
    const removed = world.hold('remove')
    const changed = runOf({ ahead: { skill: 'rates', version: '2' } })
    await world.take(changed)
    await world.use(changed)
    expect([world.names(), world.preStarted.isHeld('waiting-1')]).toEqual([['waiting-1'], true])
    removed()
    await world.settle()
    expect(world.names()).toEqual(['waiting-2'])
  })

  test('are not started for a kind that exceeds the budget', async () => {
    const world = openWaitingWorld({ room: 1 })
    await world.use(runOf({ memoryMb: 101 }))
    expect(world.names()).toEqual([])
  })

  test('are not started without a memory budget, or for executions that do not allow an early start', async () => {
    const world = openWaitingWorld({ room: 0 })
    await world.use(runOf())
    expect(await world.take(runOf())).toBeUndefined()
    const { ahead: _, ...once } = runOf()
    const roomy = openWaitingWorld()
    await roomy.use(once)
    expect([...world.names(), ...roomy.names()]).toEqual([])
  })

  test('are removed, except one of their kind, to make room for the first of another kind', async () => {
    const world = openWaitingWorld({ room: 2 })
    for (let time = 0; time < 2; time += 1) world.preStarted.made(runOf())
    await world.settle()
    await world.use(other)
    expect(world.names()).toEqual(['waiting-2', 'waiting-3'])
    expect(await world.take(other)).toBeDefined()
  })

  test('are removed when their skill has not been used for five minutes', async () => {
    const world = openWaitingWorld()
    await world.use(runOf())
    await world.pass(4 * minuteMs)
    expect(world.preStarted.ready()).toBe(1)
    await world.pass(minuteMs + 5000)
    expect(world.names()).toEqual([])
    expect(world.openNetworks()).toBe(0)
  })

  test('are replaced before their lifetime ends', async () => {
    const world = openWaitingWorld({ room: 1 })
    await world.use(runOf())
    for (let minute = 0; minute < 12; minute += 1) {
      await world.pass(minuteMs)
      await world.use(runOf())
      expect(world.preStarted.ready()).toBe(1)
    }
    expect(world.names()).toEqual(['waiting-2'])
  })

  test('are not given to an execution that may outlive them', async () => {
    const world = openWaitingWorld()
    await world.use(runOf())
    expect(await world.take(runOf({ lifetimeMs: 11 * minuteMs }))).toBeUndefined()
    expect(await world.take(runOf())).toBeDefined()
  })
})
