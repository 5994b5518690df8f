import { expect, test } from 'vitest'
import { type LogLine, recordingLog } from '../../../egress/testing/engine-fixture.ts'
import { createRelayKeeper } from './keep-relay.ts'
import type { RelayLeg } from './relay.ts'

const legOf = (network: string): RelayLeg => ({ network, address: `of ${network}`, ports: [443] })
const [one, two] = [legOf('one'), legOf('two')]

/** Fake relays that record their commands, and end when the test asks. */
function keeper({ refuses = () => false }: { refuses?: (relay: number, leg: RelayLeg) => boolean } = {}) {
  const events: string[] = []
  const ends: (() => void)[] = []
  const clock = { ms: 0 }
  const lines: LogLine[] = []
  let started = 0
  const kept = createRelayKeeper({
    start: async () => {
      started += 1
      const relay = started
      events.push(`start ${relay}`)
      const { promise: gone, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      return {
        gone,
        async join(leg) {
          if (refuses(relay, leg)) throw new Error('it is gone')
          events.push(`${relay} joins ${leg.network}`)
        },
        leave: ({ network }) => void events.push(`${relay} leaves ${network}`),
        async [Symbol.asyncDispose]() {
          events.push(`remove ${relay}`)
        },
      }
    },
    now: () => clock.ms,
    log: recordingLog(lines),
  })
  const end = (relay: number, afterMs = 60_000) => {
    clock.ms += afterMs
    ends[relay - 1]?.()
  }
  return { kept, events, end, lines }
}

test('starts one relay, on first use', async () => {
  const { kept, events } = keeper()
  expect(events).toEqual([])
  await Promise.all([kept.join(one), kept.join(two)])
  expect(events).toEqual(['start 1', '1 joins one', '1 joins two'])
})

test('removes an ended relay first, and then its replacement joins the remaining networks', async () => {
  const { kept, events, end } = keeper()
  await kept.join(one)
  await kept.join(two)
  await kept.leave(one)
  events.length = 0
  end(1)
  await expect.poll(() => events).toEqual(['remove 1', 'start 2', '2 joins two'])
  await kept.join(one)
  expect(events.at(-1)).toBe('2 joins one')
})

test('the replacement joins a network whose join was interrupted', async () => {
  const { kept, events, end } = keeper({
    refuses: (relay, leg) => {
      if (relay !== 1 || leg !== two) return false
      end(1)
      return true
    },
  })
  await kept.join(one)
  await kept.join(two)
  expect(events).toEqual(['start 1', '1 joins one', 'remove 1', 'start 2', '2 joins one', '2 joins two'])
})

test('reports why a running relay could not join a network', async () => {
  const { kept } = keeper({ refuses: () => true })
  await expect(kept.join(one)).rejects.toThrow('it is gone')
})

test('starts no further relay after three that ended at once, until a network needs one', async () => {
  const { kept, events, end } = keeper()
  await kept.join(one)
  for (const relay of [1, 2, 3]) {
    end(relay, 10)
    await expect.poll(() => events).toContain(`remove ${relay}`)
  }
  expect(events).not.toContain('start 4')
  await kept.join(two)
  expect(events.slice(-3)).toEqual(['start 4', '4 joins one', '4 joins two'])
})

test('removes the relay on close and does not replace it', async () => {
  const { kept, events, end } = keeper()
  await kept.join(one)
  await kept[Symbol.asyncDispose]()
  end(1)
  await expect(kept.join(two)).rejects.toThrow('closed')
  expect(events).toEqual(['start 1', '1 joins one', 'remove 1'])
})
