import { beforeAll, describe, expect, test, vi } from 'vitest'
import { skillOf } from '../testing/conformance/harness.ts'
import { executorInThread, testEngine } from './testing/in-thread.ts'

// A metered engine parses a hundred answers of 200 KB: seconds on an idle machine.
vi.setConfig({ testTimeout: 600_000 })

const head = JSON.stringify({ status: 200, url: 'https://api.example.com/', headers: [] })
const kb = 1024

let module: WebAssembly.Module
beforeAll(async () => {
  module = await testEngine()
})

/** Fetches and parses an answer, and then waits while it holds the answer. */
const parses = skillOf(`async () => {
  const body = await (await fetch('https://api.example.com/')).json()
  await time.offset([])
  return [body.data.length, body.data.at(-1).id, body.data.reduce((sum, offer) => sum + offer.price.total, 0)]
}`)

/** About 200 KB, like a provider's answer: the same flights again and again, with different prices. */
function answerOf(seed: number) {
  let state = seed + 1
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const segment = () => ({
    departure: { iataCode: `A${draw(90)}`, at: `2026-03-${10 + draw(20)}T${10 + draw(14)}:${10 + draw(50)}:00` },
    arrival: { iataCode: `B${draw(90)}`, at: `2026-04-${10 + draw(20)}T${10 + draw(14)}:${10 + draw(50)}:00` },
    carrierCode: `C${draw(40)}`,
    number: String(draw(9000)),
    aircraft: { code: String(700 + draw(90)) },
    duration: `PT${draw(14)}H${draw(60)}M`,
  })
  const flights = Array.from({ length: 60 }, segment)
  const offer = (_: unknown, n: number) => ({
    id: `${seed}-${n}`,
    price: { total: draw(100_000) / 100, currency: 'USD', fees: [{ amount: draw(100), type: 'SUPPLIER' }] },
    itineraries: [0, 1].map(() => ({ duration: `PT${draw(30)}H`, segments: [0, 1, 2].map(() => flights[draw(60)]) })),
  })
  const data = Array.from({ length: 150 }, offer)
  return { data, sum: data.reduce((sum, { price }) => sum + price.total, 0) }
}

describe('many waiting executions', () => {
  test('take at most 0.3 GB for a thousand parsed answers of 200 KB, and each ends with its own answer', () => {
    const thread = executorInThread(module)
    const executions = Array.from({ length: 60 }, (_, n) => n + 1)
    const kept = () => {
      const last = thread.posted.at(-1)
      return last?.type === 'waiting' ? last.keptBytes : Number.NaN
    }
    let keptByHalf = 0
    for (const execution of executions) {
      expect(thread.run(execution, parses)).toMatchObject({ type: 'waiting', execution })
      const body = Buffer.from(JSON.stringify({ data: answerOf(execution).data }))
      expect(body.length).toBeGreaterThan(195 * kb)
      expect(thread.answer(execution, 1, head, body)).toMatchObject({ type: 'waiting', execution })
      if (execution === executions.length / 2) keptByHalf = kept()
    }
    // The first executions keep a fixed amount uncompressed. Beyond it, memory grows in proportion to the number.
    const each = (kept() - keptByHalf) / (executions.length / 2)
    expect(kept() + each * (1000 - executions.length)).toBeLessThan(1000 * 300_000)
    for (const execution of executions.toReversed()) {
      const { data, sum } = answerOf(execution)
      expect(thread.answer(execution, 2, '[]')).toMatchObject({
        end: { kind: 'returned', json: JSON.stringify([data.length, data.at(-1)?.id, sum]) },
      })
    }
    expect(thread.posted.at(-1)).toMatchObject({ keptBytes: 0 })
  })

  test('use as much fuel as an execution that runs alone, whether they are saved, compressed or neither', () => {
    const body = Buffer.from(JSON.stringify({ data: answerOf(7).data }))
    const fuelOf = (others: number) => {
      const thread = executorInThread(module, { instances: 1 })
      thread.run(1, parses)
      thread.answer(1, 1, head, Uint8Array.from(body))
      for (let execution = 2; execution < 2 + others; execution += 1) {
        thread.run(execution, parses)
        thread.answer(execution, 1, head, Uint8Array.from(body))
      }
      const ends = [1, 1 + others].map((execution) => thread.answer(execution, 2, '[]'))
      return ends.map((end) => end?.type === 'ended' && end.fuelLeft)
    }
    const [alone] = fuelOf(0)
    expect(alone).toBeGreaterThan(0)
    expect(fuelOf(1)).toEqual([alone, alone])
    expect(fuelOf(40)).toEqual([alone, alone])
  })
})

describe('waiting executions that keep too much memory', () => {
  const hoards = skillOf(`async () => {
    const all = Array.from({ length: 60_000 }, () => Math.random())
    await time.offset([])
    return all.length
  }`)
  const modest = skillOf(`async () => { await time.offset([]); return 'modest' }`)

  test('end with RATE_LIMITED, the largest first, and the others continue', () => {
    const thread = executorInThread(module, { instances: 1, keptBytes: 2048 * kb })
    thread.run(1, modest)
    for (let execution = 2; execution < 12; execution += 1) thread.run(execution, hoards)
    thread.run(12, modest)
    const ended = thread.posted.filter((said) => said.type === 'ended')
    expect(ended.length).toBeGreaterThan(5)
    for (const { execution, end } of ended) {
      expect(end).toMatchObject({ kind: 'failed', code: 'RATE_LIMITED' })
      expect(execution).not.toBe(1)
    }
    const kept = thread.posted.at(-1)
    expect(kept?.type === 'ended' && kept.keptBytes).toBeLessThan(2048 * kb)
    expect(thread.answer(1, 1, '[]')).toMatchObject({ end: { json: '"modest"' } })
    expect(thread.answer(12, 1, '[]')).toMatchObject({ end: { json: '"modest"' } })
  })

  test('count unread response bodies until they are read or the execution ends', () => {
    const thread = executorInThread(module)
    const reads = skillOf(`async () => {
      const answer = await fetch('https://api.example.com/')
      await time.offset([])
      const text = await answer.text()
      await time.offset([])
      return text.length
    }`)
    const keptAfter = (said: ReturnType<typeof thread.run>) =>
      said && 'keptBytes' in said ? said.keptBytes : undefined
    const image = keptAfter(thread.run(1, reads)) ?? 0
    const body = () => new Uint8Array(100 * kb).fill(0x61)
    expect(keptAfter(thread.answer(1, 1, head, body()))).toBe(image + 100 * kb)
    expect(keptAfter(thread.answer(1, 2, '[]'))).toBe(image)
    thread.run(2, reads)
    thread.answer(2, 1, head, body())
    expect(keptAfter(thread.drop(2))).toBe(image)
    expect(thread.answer(1, 3, '[]')).toMatchObject({ end: { json: String(100 * kb) }, keptBytes: 0 })
  })
})
