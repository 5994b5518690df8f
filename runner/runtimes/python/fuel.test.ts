import { beforeAll, describe, expect, test } from 'vitest'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { costsInWorker } from './testing/costs-in-worker.ts'
import { corpus } from './testing/fuel-corpus.ts'
import { type PythonThread, pythonInThread, testInterpreter } from './testing/in-thread.ts'

describe('Python', () => {
  let loaded: LoadedInterpreter
  beforeAll(async () => {
    loaded = await testInterpreter()
  })

  const answer = { fulfilled: true, json: '{"a":[1,2]}', body: undefined }

  /** What a script ends with and what it costs, when each of its host calls is answered after a wait. */
  async function costOf(thread: PythonThread, script: string, between: () => Promise<void> = async () => {}) {
    const { execution, report } = thread.start(script, { fuel: 400_000_000 })
    let last = await report
    for (let call = 1; last.type === 'waiting'; call += 1) {
      await between()
      last = await thread.answer(execution, call, answer)
    }
    return { end: last.end, fuelLeft: last.fuelLeft, peakBytes: last.peakBytes }
  }
  type Cost = Awaited<ReturnType<typeof costOf>>

  describe('the fuel of a script', () => {
    let expected: readonly Cost[]
    beforeAll(async () => {
      const thread = pythonInThread(loaded)
      const costs: Cost[] = []
      for (const script of corpus) costs.push(await costOf(thread, script))
      expected = costs
      expect(new Set(costs.map(({ fuelLeft }) => fuelLeft)).size).toBeGreaterThan(corpus.length - 4)
    }, 60_000)

    test('is equal in another order', async () => {
      const thread = pythonInThread(loaded)
      for (const [index, script] of [...corpus.entries()].toReversed()) {
        expect(await costOf(thread, script), script).toEqual(expected[index])
      }
    })

    test('is equal in a fresh instance', async () => {
      for (const [index, script] of corpus.entries()) {
        if (index % 5 === 0) expect(await costOf(pythonInThread(loaded), script), script).toEqual(expected[index])
      }
    })

    test('is equal in an instance that has grown', async () => {
      const thread = pythonInThread(loaded)
      await costOf(thread, 'data = bytearray(20_000_000)')
      for (const [index, script] of corpus.entries())
        expect(await costOf(thread, script), script).toEqual(expected[index])
    })

    test('is equal when other scripts use the instance while it waits', async () => {
      const thread = pythonInThread(loaded)
      const others = corpus.slice(0, 3)
      for (const [index, script] of corpus.entries()) {
        const between = async () => {
          for (const other of others) await costOf(thread, other)
        }
        expect(await costOf(thread, script, between), script).toEqual(expected[index])
      }
    })

    test('is equal when its answers come with it', async () => {
      const thread = pythonInThread(loaded)
      for (const [index, script] of corpus.entries()) {
        const ahead = Array.from({ length: 8 }, (_, request) => ({ ...answer, request }))
        const last = await thread.start(script, { fuel: 400_000_000, ahead }).report
        if (last.type !== 'ended') throw new Error(`${script} waits`)
        expect({ end: last.end, fuelLeft: last.fuelLeft, peakBytes: last.peakBytes }, script).toEqual(expected[index])
      }
    })

    test('is equal in a worker thread', async () => {
      expect(await costsInWorker(loaded, corpus)).toEqual(expected.map(({ fuelLeft }) => fuelLeft))
    })
  })
})
