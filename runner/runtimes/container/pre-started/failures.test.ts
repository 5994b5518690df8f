import { describe, expect, test } from 'vitest'
import { EngineFailure } from '../engine-failure.ts'
import { openWaitingWorld, runOf } from './testing/waiting-world.ts'

const minuteMs = 60_000
const gone = new EngineFailure('gone', 'no engine answers')
const paused = 'Containers are not started ahead for now'

describe('an engine that fails while containers are made ahead', () => {
  test.each(['create', 'start'] as const)(
    'at %s is asked again later, later each time, and the log says so once',
    async (call) => {
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
      expect(world.said.slice(1)).toEqual(['Containers are started ahead again'])
    },
  )

  test('has nothing handed out, and no memory taken for what was not made', async () => {
    const world = openWaitingWorld({ room: 1 })
    world.fault('start', gone)
    await world.use(runOf())
    expect(await world.take(runOf())).toBeUndefined()
    expect(world.preStarted.isHeld('waiting-1')).toBe(false)
    world.fault('start')
    await world.pass(minuteMs)
    expect(world.names()).toEqual(['waiting-2'])
  })

  test('is left alone about an image that is not there', async () => {
    const world = openWaitingWorld()
    world.fault('create', new EngineFailure('no_image', 'no such image'))
    await world.use(runOf())
    world.fault('create')
    await world.pass(4 * minuteMs)
    expect([world.names(), world.said]).toEqual([[], []])
  })

  test('leaves to the sweep what it does not remove, and its memory is free', async () => {
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

  test('and cannot tell how one ended has that one replaced', async () => {
    const world = openWaitingWorld()
    await world.use(runOf())
    world.lose('waiting-1')
    await world.settle()
    expect(world.preStarted.ready()).toBe(0)
    await world.pass(10_000)
    expect(world.names()).toEqual(['waiting-2'])
  })
})

describe('containers that are made when they are to be closed', () => {
  test('are none when that is over', async () => {
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

  test('are no use when their skill has changed meanwhile', async () => {
    const world = openWaitingWorld()
    const go = world.hold('start')
    await world.use(runOf())
    await world.take(runOf({ ahead: { skill: 'rates', version: '2' } }))
    go()
    await world.settle()
    expect([world.names(), world.preStarted.ready()]).toEqual([[], 0])
  })
})
