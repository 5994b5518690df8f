import { describe, expect, test } from 'vitest'
import type { RuntimeOutcome } from '../../runtime.ts'
import { fakeHost, lastingPartOf, type RecordedCall } from './harness.ts'
import type { Suite, Texts } from './suite.ts'

/** Objects of JavaScript that change while the host reads them. */
export function shiftingObjects({ run }: Suite): void {
  describe('objects that change while they are read', () => {
    test('a request is read only once, so that the skill cannot change it between check and use', async () => {
      const calls: RecordedCall[] = []
      await run(
        `async () => {
          let reads = 0
          const shifty = (first, then) => ({ toString: () => (reads++ === 0 ? first : then) })
          await fetch(shifty('https://api.example.com/one', 'https://evil.example/'))
          const options = { get method() { delete options.method; options.method = 'DELETE'; return 'GET' }, headers: new Proxy([['a', 'b']], {
            get: (list, key) => (key === 'length' && list.push(['x' + list.length, 'y']), list.length > 9 ? undefined : list[key]) }) }
          await fetch('https://api.example.com/two', options).catch(() => {})
          return 1
        }`,
        { calls },
      )
      expect(calls[0]?.args).toMatchObject({ url: 'https://api.example.com/one', method: 'GET' })
      for (const { args } of calls) expect(JSON.stringify(args)).not.toMatch(/evil|DELETE/)
    })

    test('byte views that shrink, detach or lie about their size expose no memory outside the skill', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => {
        const send = (body) => fetch('https://api.example.com/', { method: 'POST', body }).then(() => 'sent', (error) => error.name)
        const grown = new ArrayBuffer(8, { maxByteLength: 1 << 20 })
        const view = new Uint8Array(grown)
        const shrinks = { get method() { grown.resize(1); return 'POST' }, body: view }
        class Lies extends Uint8Array { get byteLength() { return 4096 } get byteOffset() { return 1 << 30 } }
        const detached = new Uint8Array(8)
        detached.buffer.transfer()
        return [await fetch('https://api.example.com/', shrinks).then(() => 'sent', (error) => error.name), await send(new Lies(8)), await send(detached)]
      }`
      const outcome = await run(skill, { calls })
      expect(outcome).toMatchObject({
        kind: 'returned',
        value: ['sent', expect.stringMatching(/Error$/), 'TypeError'],
      })
      // The view had shrunk to one byte when it was read.
      expect(calls.map(({ args }) => Object(args).body)).toEqual([{ base64: 'AA==' }])
    })

    test('an answer is read only once, so later changes have no effect', async () => {
      const outcome = await run(`() => {
        let reads = 0
        return { results: [{ get price() { reads += 1; return reads } }], get again() { this.results.push({ late: true }); return reads } }
      }`)
      expect(outcome).toMatchObject({ kind: 'returned', value: { results: [{ price: 1 }], again: 1 } })
    })

    test('an error whose message changes is logged with one text, and keeps its code if its stack throws', async () => {
      const throws = (stack: string) => `() => {
        const error = new SkillError('API_TIMEOUT', 'one')
        let reads = 0
        Object.defineProperty(error, 'message', { get: () => 'read ' + ++reads })
        Object.defineProperty(error, 'stack', { get: () => { ${stack} } })
        throw error
      }`
      const outcome = await run(throws(`return 'stack'`))
      expect(outcome).toMatchObject({ kind: 'raised', code: 'API_TIMEOUT', detail: 'SkillError: read 1\nstack' })
      expect(await run(throws('throw error'))).toMatchObject({ kind: 'raised', code: 'API_TIMEOUT' })
    })
  })
}

/** No clock shows a program how long anything took. */
export function clocks({ run, say }: Suite): void {
  describe('clocks and timers', () => {
    const globals: Texts = { javascript: '({ params }) => params.names.filter((name) => name in globalThis)' }
    say('no clock or timer exists as a global', globals, async (text) => {
      const names = [
        'performance',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'requestAnimationFrame',
        'Atomics',
        'SharedArrayBuffer',
        'WeakRef',
        'FinalizationRegistry',
        'Intl',
        'Temporal',
        'process',
        'os',
        'std',
        'gc',
      ]
      const outcome = await run(text, { params: { names } })
      expect(outcome).toMatchObject({ kind: 'returned', value: [] })
    })

    const elapsed: Texts = {
      javascript: `async () => {
      const stamps = () => [Date.now(), new Date().getTime(), Number(new Date(Date())), new Date().getTimezoneOffset(), +new Date(new Date().toString())]
      const work = () => { let x = 0; for (let n = 0; n < 2e5; n++) x += n; return x }
      const seen = [stamps()]
      work(); seen.push(stamps())
      await time.offset([]); seen.push(stamps())
      await Promise.race([fetch('https://api.example.com/slow'), fetch('https://api.example.com/fast')]); seen.push(stamps())
      return [seen, new Error('x').stack, Math.random(), Symbol('x').toString()]
    }`,
      python: `import datetime, httpx, random, time
def stamps():
    clocks = [time.time(), str(time.time_ns()), time.monotonic(), time.perf_counter(), time.process_time()]
    return [*clocks, time.ctime(), str(datetime.datetime.now())]
seen = [stamps()]
sum(range(200_000)); seen.append(stamps())
settings.keys(); seen.append(stamps())
httpx.get('https://api.example.com/slow'); seen.append(stamps())
set_result([seen, random.random(), id(stamps) > 0])`,
    }

    say('no clock reveals how long work, a host call or a race took', elapsed, async (text) => {
      const outcomes: RuntimeOutcome[] = []
      for (const turns of [0, 1, 40]) {
        outcomes.push(
          await run(text, {
            answer: async (op, args) => {
              for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
              return fakeHost(op, args)
            },
          }),
        )
      }
      const [one] = outcomes
      if (one?.kind !== 'returned' || !Array.isArray(one.value)) throw new Error('The skill did not return a list')
      const [seen] = one.value
      if (!Array.isArray(seen)) throw new Error('The skill did not return its timestamps')
      expect(new Set(seen.map((stamps) => JSON.stringify(stamps))).size).toBe(1)
      for (const outcome of outcomes) expect(lastingPartOf(outcome)).toEqual(lastingPartOf(one))
    })
  })
}

/** Only a limit of the runtime ends such a list. */
export function growingLists({ run }: Suite): void {
  test('a list that grows while time.offset reads it ends the execution at its limits', async () => {
    const skill = `() => {
      const pairs = [['NRT', '2026-03-16T13:45:00']]
      pairs[0] = { get 0() { pairs.push(pairs[0]); return 'NRT' }, 1: 'x' }
      return time.offset(pairs)
    }`
    expect(await run(skill)).toMatchObject({
      kind: 'failed',
      code: expect.stringMatching(/^(OUT_OF_FUEL|OUT_OF_MEMORY|SKILL_CRASHED)$/),
    })
  })
}
