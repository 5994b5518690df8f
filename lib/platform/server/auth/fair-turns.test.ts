import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

const wide = { width: 1, widthOfAddress: 1, maxWaiting: 100, maxWaitingOfAddress: 100 }
/** A queue whose tasks end when the test says so. `started` lists them in starting order. */
function stepped(bounds: Partial<typeof wide> = {}) {
  const turns = createFairTurns({ ...wide, ...bounds })
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    ask(address: string, account = 'a'): boolean {
      const task = turns.run({ address, account }, () => {
        started.push(`${address} ${account}`)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      return task !== undefined
    },
    /** Ends the running task. Resolves when the next one has started. */
    async endOne() {
      while (ends.length === 0) await Promise.resolve()
      const begun = started.length
      ends.shift()?.()
      while (started.length === begun) await Promise.resolve()
    },
  }
}

it('a new address waits for at most one queued task of another address, however many are queued', async () => {
  const queue = stepped()
  for (let times = 0; times < 50; times += 1) queue.ask('1.1.1.1', `account ${times}`)
  queue.ask('2.2.2.2')
  await queue.endOne()
  await queue.endOne()
  expect(queue.started).toEqual(['1.1.1.1 account 0', '1.1.1.1 account 1', '2.2.2.2 a'])
})

it("starts another address's task immediately while one address has many tasks", async () => {
  const queue = stepped({ width: 2 })
  for (let times = 0; times < 50; times += 1) queue.ask('1.1.1.1')
  queue.ask('2.2.2.2')
  await setImmediate()
  expect(queue.started).toEqual(['1.1.1.1 a', '2.2.2.2 a'])
})

it('alternates between the accounts of one address', async () => {
  const queue = stepped()
  for (let times = 0; times < 5; times += 1) queue.ask('1.1.1.1', 'guessed')
  queue.ask('1.1.1.1', 'colleague')
  await queue.endOne()
  await queue.endOne()
  expect(queue.started).toEqual(['1.1.1.1 guessed', '1.1.1.1 colleague', '1.1.1.1 guessed'])
})

it('alternates also with an account that comes after a task of the address has started', async () => {
  const queue = stepped()
  for (let times = 0; times < 4; times += 1) queue.ask('1.1.1.1', 'guessed')
  await queue.endOne()
  queue.ask('1.1.1.1', 'colleague')
  await queue.endOne()
  await queue.endOne()
  expect(queue.started.slice(2)).toEqual(['1.1.1.1 guessed', '1.1.1.1 colleague'])
})

it("refuses a task immediately when the address's queue or the whole queue is full", () => {
  const queue = stepped({ width: 1, maxWaiting: 4, maxWaitingOfAddress: 2 })
  expect(['x', 'x', 'x', 'x'].map((address) => queue.ask(address))).toEqual([true, true, true, false])
  expect(['y', 'z', 'w'].map((address) => queue.ask(address))).toEqual([true, true, false])
})

it('frees the slot after a task ends or fails', async () => {
  const turns = createFairTurns({ ...wide, maxWaiting: 1, maxWaitingOfAddress: 1 })
  const applicant = { address: 'x', account: 'a' }
  for (let times = 0; times < 3; times += 1) {
    const failing = turns.run(applicant, () => Promise.reject(new Error('failed')))
    const next = turns.run(applicant, async () => times)
    expect(turns.run(applicant, async () => 0)).toBeUndefined()
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe(times)
  }
})

it('runs each task once, at most `width` at once, and no address waits for two tasks of another', async () => {
  const arrivals = fc.array(fc.constantFrom('p', 'q', 'r'), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (addresses, width) => {
      const turns = createFairTurns({ width, widthOfAddress: width, maxWaiting: 20, maxWaitingOfAddress: 8 })
      let running = 0
      const started: string[] = []
      const tasks = addresses.map((address) =>
        turns.run({ address, account: address }, async () => {
          running += 1
          started.push(address)
          expect(running).toBeLessThanOrEqual(width)
          await Promise.resolve()
          running -= 1
        }),
      )
      const accepted = tasks.filter((task) => task !== undefined)
      await Promise.all(accepted)
      expect(started).toHaveLength(accepted.length)
      // All tasks arrive before any ends, so after the first `width` tasks each round has every waiting address once.
      const rest = started.slice(width)
      for (const [at, address] of rest.entries()) {
        const again = rest.indexOf(address, at + 1)
        if (again === -1) continue
        const between = rest.slice(at + 1, again)
        expect(new Set(between).size).toBe(between.length)
        for (const later of rest.slice(again).filter((one) => one !== address)) expect(between).toContain(later)
      }
    }),
  )
})
