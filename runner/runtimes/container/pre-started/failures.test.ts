import { describe, expect, test } from 'vitest'
import { EngineFailure } from '../engine-failure.ts'
import { openWaitingWorld, runOf } from './testing/waiting-world.ts'

const minuteMs = 60_000
const gone = new EngineFailure('gone', 'no engine answers')
const paused = 'Containers are not started in advance for now'

describe('an engine failure while containers are started in advance', () => {
  test.each(['create', 'start'] as const)('in %s gets retries with growing delays and one log line', async (call) => {
    const world = openWaitingWorld()
    world.fault(call, gone)
    await world.use(runOf())
    await world.use(runOf())
    expect(world.said).toEqual([`${paused} (EngineFailure: no engine answers)`])
    await world.pass(minuteMs)
    expect(world.said).toHaveLength(1)
    expect([world.names(), world.openNetworks(), world.preStarted.ready()]).toEqual([[], 0, 0])

    world.fault(call)
    await world.pass(minuteMs + 5000)
    expect(world.preStarted.ready()).toBe(2)
    // Without growing delays, about twelve attempts would have failed in the minute.
    expect(world.names()).toEqual(['waiting-7', 'waiting-8'])
    expect(world.said.slice(1)).toEqual(['Containers are started in advance again'])
  })

  test('leaves no container, and frees the memory that was reserved for it', async () => {
    const world = openWaitingWorld({ room: 1 })
    world.fault('start', gone)
    await world.use(runOf())
    expect(await world.take(runOf())).toBeUndefined()
    expect(world.preStarted.isHeld('waiting-1')).toBe(false)
    world.fault('start')
    await world.pass(minuteMs)
    expect(world.names()).toEqual(['waiting-2'])
  })

  test('because the image is missing gets no retries for minutes, and no log line', async () => {
    const world = openWaitingWorld()
    world.fault('create', new EngineFailure('no_image', 'no such image'))
    await world.use(runOf())
    world.fault('create')
    await world.pass(4 * minuteMs)
    expect([world.names(), world.said]).toEqual([[], []])
  })

  test('in a removal leaves the container to the sweep, and the budget no longer counts its memory', async () => {
    const world = openWaitingWorld({ room: 1 })
    await world.use(runOf())
    world.fault('remove', gone)
    const changed = runOf({ ahead: { skill: 'rates', version: '2' } })
    await world.take(changed)
    expect(world.preStarted.isHeld('waiting-1')).toBe(false)
    expect(world.said).toEqual([`${paused} (EngineFailure: no engine answers)`])
    world.fault('remove')
    await world.use(changed)
    await world.pass(10_000)
    expect(world.preStarted.ready()).toBe(1)
  })

  test('during the watch of a container causes its replacement', async () => {
    const world = openWaitingWorld()
    await world.use(runOf())
    world.lose('waiting-1')
    await world.settle()
    expect(world.preStarted.ready()).toBe(0)
    await world.pass(10_000)
    expect(world.names()).toEqual(['waiting-2'])
  })
})

describe('a container that is still being started', () => {
  test('is removed when the runtime closes', async () => {
    const world = openWaitingWorld()
    const go = world.hold('start')
    await world.use(runOf())
    expect(world.names()).toEqual(['waiting-1'])
    const closed = world.preStarted[Symbol.asyncDispose]()
    go()
    await closed
    expect([world.names(), world.openNetworks(), world.preStarted.ready()]).toEqual([[], 0, 0])
    await world.use(runOf())
    expect([world.names(), await world.take(runOf())]).toEqual([[], undefined])
  })

  test('is discarded when its skill changes', async () => {
    const world = openWaitingWorld()
    const go = world.hold('start')
    await world.use(runOf())
    await world.take(runOf({ ahead: { skill: 'rates', version: '2' } }))
    go()
    await world.settle()
    expect([world.names(), world.preStarted.ready()]).toEqual([[], 0])
  })
})
