import { describe, expect, test } from 'vitest'
import { openWaitingWorld, runOf } from './testing/waiting-world.ts'

const minuteMs = 60_000
const lost = (reason: string) =>
  `A container did not wait for its input; its skill is started in advance less often (${reason})`

/** A waiting container of a skill in constant use. */
async function openWaiting() {
  const world = openWaitingWorld()
  await world.use(runOf())
  return {
    ...world,
    /** Uses the skill once per minute for this many minutes. */
    async useFor(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await world.pass(minuteMs)
        await world.use(runOf())
      }
    },
  }
}

describe('a waiting container', () => {
  test.each<[string, string, (world: Awaited<ReturnType<typeof openWaiting>>) => unknown]>([
    ['uses the network', 'it opened a connection', (world) => world.tryEarly('waiting-1', 'it opened a connection')],
    ['prints without limit', 'it printed too much', (world) => world.print('waiting-1', flood)],
    [
      'computes',
      'it computes while it waits',
      (world) => {
        world.compute('waiting-1', 2500)
        return world.pass(5000)
      },
    ],
  ])('that %s is removed, and its replacement is delayed', async (_, reason, does) => {
    const world = await openWaiting()
    await does(world)
    await world.settle()
    expect(world.said).toEqual([lost(reason)])
    expect([world.names(), world.openNetworks()]).toEqual([[], 0])
    await world.useFor(9)
    expect(world.names()).toEqual([])
    await world.useFor(2)
    expect(world.preStarted.ready()).toBe(1)
  })

  test('that ends is replaced after growing delays, with one log line', async () => {
    const world = await openWaiting()
    world.exit('waiting-1', 3)
    await world.settle()
    expect([world.names(), world.said]).toEqual([[], [lost('it ended with exit code 3')]])
    await world.pass(5000)
    expect(world.names()).toEqual([])
    await world.pass(10_000)
    expect(world.names()).toEqual(['waiting-2'])
    world.exit('waiting-2', 3)
    await world.pass(15_000)
    expect(world.names()).toEqual([])
    await world.pass(30_000)
    expect(world.names()).toEqual(['waiting-3'])
    expect(world.said).toHaveLength(1)
  })

  test('that was handed out is left to its execution, whatever it does', async () => {
    const world = await openWaiting()
    const ready = await world.take(runOf())
    world.exit('waiting-1', 3)
    await world.tryEarly('waiting-1', 'it opened a connection')
    expect([world.said, world.names()]).toEqual([[], ['waiting-1', 'waiting-2', 'waiting-3']])
    await ready?.[Symbol.asyncDispose]()
  })

  test('may compute during its start', async () => {
    const world = await openWaiting()
    world.compute('waiting-1', 2000)
    await world.pass(10_000)
    expect([world.names(), world.said]).toEqual([['waiting-1'], []])
  })
})

/** One frame of the engine with more bytes than any program may print. */
const flood = Buffer.concat([Buffer.from([2, 0, 0, 0, 1, 16, 0, 0]), Buffer.alloc(0x01100000)])
