import { describe, expect, test } from 'vitest'
import { RaisableCode } from '../../../contract/errors.ts'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import { lastingPartOf, type RecordedCall } from './harness.ts'
import { hostCalls } from './host-calls.ts'
import { modelCalls } from './model-calls.ts'
import type { Suite, Texts } from './suite.ts'

/** What every runtime must do for a well-behaved skill. */
export function wellBehavedSkills(suite: Suite): void {
  skillsAndAnswers(suite)
  hostCalls(suite)
  equalExecutions(suite)
  if (suite.traits.hasOwnProcess) return
  modelCalls(suite)
  if (suite.language !== 'javascript') return
  argumentsOfCalls(suite)
  errorsOfSkills(suite)
}

const anyText = ['', 'Zürich ✈️ 東京', '\u0000\u2028"\\', '𝒳'.repeat(1000), '__proto__']

export function skillsAndAnswers({ answerOf, say, traits: { hasOwnProcess } }: Suite): void {
  describe('a well-behaved skill', () => {
    const texts: Texts = {
      javascript: '({ params }) => params.texts',
      python: `set_result(${JSON.stringify(anyText)})`,
    }
    say('receives and returns any text unchanged', texts, async (text) => {
      expect(await answerOf(text, { params: { texts: anyText } })).toEqual(anyText)
    })

    if (hasOwnProcess) return

    say(
      'receives action, params and config, and returns its answer',
      { javascript: '(call) => call' },
      async (text) => {
        expect(await answerOf(text, { params: { a: [1, null, { b: true }] } })).toEqual({
          action: 'probe',
          params: { a: [1, null, { b: true }] },
          config: {},
        })
      },
    )

    const list: Texts = {
      javascript: '() => Array.from({ length: 5000 }, (_, index) => index)',
      python: 'set_result(list(range(5000)))',
    }
    say('returns a long list', list, async (text) => {
      expect(await answerOf(text)).toHaveLength(5000)
    })

    const later: Texts = {
      javascript: 'async () => { await null; return { results: [1] } }',
      python: `import asyncio
async def main():
    await asyncio.sleep(0)
    return {'results': [1]}
set_result(asyncio.run(main()))`,
    }
    say('may answer asynchronously', later, async (text) => {
      expect(await answerOf(text)).toEqual({ results: [1] })
    })

    const thenable: Texts = { javascript: '() => ({ then: (resolve) => resolve({ results: [] }) })' }
    say('may answer with a thenable', thenable, async (text) => {
      expect(await answerOf(text)).toEqual({ results: [] })
    })

    const notJson: Texts = { javascript: '() => ({ a: undefined, b: () => 1, c: NaN, d: new Date(0) })' }
    say('treats values that are not JSON in the same way as JSON.stringify', notJson, async (text) => {
      expect(await answerOf(text)).toEqual({ c: null, d: '1970-01-01T00:00:00.000Z' })
    })
  })
}

/** How the JavaScript host functions convert arguments and answers, which does not depend on the transport. */
export function argumentsOfCalls({ answerOf, run }: Suite): void {
  describe('the arguments and answers of host functions', () => {
    test('files and exec pass their arguments on unchanged, including those that the host must reject', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => {
        const answers = [
          await files.read('notes/a.txt'),
          await files.write('../b.txt', 'Zürich ✓'),
          await exec.run('tool', ['$(id)', '-x'], { stdin: 'in', timeoutMs: 500, shell: true, env: { PATH: '.' }, cwd: '/' }),
          await exec.run('tool'),
        ]
        await exec.run('tool; id', 'a b').catch(() => {})
        await exec.run(['tool'], [['a'], { toString: () => 'b' }], 'x').catch(() => {})
        await files.read().catch(() => {})
        await files.write({ toString: () => '/etc/passwd' }, null).catch(() => {})
        return answers
      }`
      expect(await answerOf(skill, { calls })).toEqual([
        'text of notes/a.txt',
        { bytes: 11 },
        { code: 0, stdout: 'ran tool', stderr: '' },
        { code: 0, stdout: 'ran tool', stderr: '' },
      ])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['files.read', { path: 'notes/a.txt' }],
        ['files.write', { path: '../b.txt', text: 'Zürich ✓' }],
        ['exec.run', { name: 'tool', args: ['$(id)', '-x'], stdin: 'in', timeoutMs: 500 }],
        ['exec.run', { name: 'tool' }],
        ['exec.run', { name: 'tool; id', args: 'a b' }],
        ['exec.run', { name: 'tool', args: [['a'], {}] }],
        ['files.read', { path: 'undefined' }],
        ['files.write', { path: '/etc/passwd', text: 'null' }],
      ])
    })

    test.each(['NaN', 'Infinity', '-Infinity'])('a timeout of %s is never passed on as no timeout', async (none) => {
      const calls: RecordedCall[] = []
      const skill = `async () => {
        await fetch('https://api.example.com/', { timeoutMs: ${none} }).catch(() => {})
        await exec.run('tool', [], { timeoutMs: ${none} }).catch(() => {})
        return []
      }`
      await answerOf(skill, { calls })
      for (const { args } of calls) expect(args).toMatchObject({ timeoutMs: none })
      expect(calls).toHaveLength(2)
    })

    test('messages.send passes the message on unchanged, including fields that the host must reject', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => {
        const noted = await messages.send({ text: 'Hello\\n✓', urgent: true })
        const wrong = [undefined, 'text', { text: 'x', to: 'mallory' }, { get text() { return 'got' } }]
        for (const message of wrong) await messages.send(message).catch(() => {})
        return noted
      }`
      expect(await answerOf(skill, { calls })).toEqual({ noted: true, to: 'the operator' })
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['messages.send', { message: { text: 'Hello\n✓', urgent: true } }],
        ['messages.send', {}],
        ['messages.send', { message: 'text' }],
        ['messages.send', { message: { text: 'x', to: 'mallory' } }],
        ['messages.send', { message: { text: 'got' } }],
      ])
    })

    test('a skill can catch a rejected message and continue', async () => {
      const refusals: HostAnswer[] = [
        { kind: 'rejected', name: 'CapabilityRevoked', message: 'The permission messages was withheld' },
        { kind: 'rejected', name: 'TypeError', message: 'messages.send: text: is empty' },
      ]
      const skill = `async () => {
        const names = []
        for (let n = 0; n < 2; n++) await messages.send({ text: 'x' }).catch((error) => names.push(error.name))
        return names
      }`
      expect(await answerOf(skill, { answer: () => refusals.shift() ?? { kind: 'suspend' } })).toEqual([
        'CapabilityRevoked',
        'TypeError',
      ])
    })

    test.each([`files.read('a')`, `files.write('a', 'x')`, `exec.run('tool')`, `kv.get('a')`, `kv.put('a', 1)`])(
      'a skill can catch the rejection of %s, but not the end of its execution',
      async (call) => {
        const skill = `async () => { try { return await ${call} } catch (error) { return error.name } }`
        const refusal: HostAnswer = { kind: 'rejected', name: 'CapabilityRevoked', message: 'withheld' }
        expect(await answerOf(skill, { answer: () => refusal })).toBe('CapabilityRevoked')
        const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
        expect(await run(skill, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
      },
    )

    test('call.context and call.log pass objects in both directions', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => [await call.context(), await call.log({ a: [1, '✓'] }), Object.isFrozen(call)]`
      expect(await answerOf(skill, { calls })).toEqual([
        { call: { id: 'call-1', caller_id: '+297', transcript: '' }, operator: { name: 'Ilse' } },
        null,
        true,
      ])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['call.context', {}],
        ['call.log', { entry: { a: [1, '✓'] } }],
      ])
    })

    test('kv passes keys as text and any JSON as values, including those that the host must reject', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => {
        const values = ['text ✓', 0, null, [1, { b: 2, a: [] }], undefined, { toJSON: () => 'own' }]
        for (const [at, value] of values.entries()) await kv.put('key ' + at, value).catch(() => {})
        await kv.put(7)
        return [await kv.get({ toString: () => 'a' }), await kv.get(), Object.isFrozen(kv)]
      }`
      expect(await answerOf(skill, { calls })).toEqual([{ of: 'a' }, { of: 'undefined' }, true])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['kv.put', { key: 'key 0', value: 'text ✓' }],
        ['kv.put', { key: 'key 1', value: 0 }],
        ['kv.put', { key: 'key 2', value: null }],
        ['kv.put', { key: 'key 3', value: [1, { b: 2, a: [] }] }],
        ['kv.put', { key: 'key 4' }],
        ['kv.put', { key: 'key 5', value: 'own' }],
        ['kv.put', { key: '7' }],
        ['kv.get', { key: 'a' }],
        ['kv.get', { key: 'undefined' }],
      ])
    })

    test('gateway.post passes an object in both directions', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => [await gateway.post({ tool: 'x', args: { a: [1, '✓'] } }), Object.isFrozen(gateway)]`
      const payload = { tool: 'x', args: { a: [1, '✓'] } }
      expect(await answerOf(skill, { calls })).toEqual([{ ok: true, got: JSON.stringify({ payload }) }, true])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([['gateway.post', { payload }]])
    })

    test('memory.recall sends query and limit, and returns texts', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => [await memory.recall('Aruba', 3), await memory.recall(), Object.isFrozen(memory)]`
      expect(await answerOf(skill, { calls })).toEqual([['found Aruba'], ['found '], true])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['memory.recall', { query: 'Aruba', limit: 3 }],
        ['memory.recall', {}],
      ])
    })
  })
}

export function errorsOfSkills({ answerOf, run }: Suite): void {
  describe('SkillError', () => {
    test.each(RaisableCode.options)('raises %s', async (code) => {
      const outcome = await run(`() => { throw new SkillError('${code}', 'for the log') }`)
      expect(outcome).toMatchObject({ kind: 'raised', code, detail: expect.stringContaining('for the log') })
    })

    test('accepts every code that a skill may raise', async () => {
      const codes = RaisableCode.options
      const skill = `({ params }) => params.codes.map((code) => new SkillError(code, 'for the log').code)`
      expect(await answerOf(skill, { params: { codes } })).toEqual(codes)
    })

    test('names the invalid field, cut to 100 characters', async () => {
      const outcome = await run(`() => { throw new SkillError('INVALID_INPUT', 'no', { field: 'slices.0.date' }) }`)
      expect(outcome).toMatchObject({ kind: 'raised', code: 'INVALID_INPUT', field: 'slices.0.date' })
      const long = await run(`() => { throw new SkillError('INVALID_INPUT', 'no', { field: 'x'.repeat(100000) }) }`)
      expect(long).toMatchObject({ kind: 'raised', field: expect.stringMatching(/^x{100}…$/) })
      expect(await run(`() => { throw new SkillError('INVALID_INPUT', 'date: no') }`)).not.toHaveProperty('field')
    })

    test('keeps its code when a skill rejects with an instance of a subclass after a host call', async () => {
      const outcome = await run(`async () => {
        class Slow extends SkillError { constructor() { super('API_TIMEOUT', 'slow') } }
        await time.offset([])
        return Promise.reject(new Slow())
      }`)
      expect(outcome).toMatchObject({ kind: 'raised', code: 'API_TIMEOUT' })
    })
  })
}

function equalExecutions({ about, answerOf, run, say, traits: { hasOwnProcess } }: Suite): void {
  describe('a repeated run of the same execution', () => {
    const holds: Texts = {
      javascript: '() => new Uint8Array(3 * 1024 * 1024).fill(1).length',
      python: `set_result(len(b'x' * (3 * 1024 * 1024)))`,
    }
    say('reports how much memory it held', holds, async (text) => {
      const { peakMemoryBytes = 0 } = await run(text)
      expect(peakMemoryBytes).toBeGreaterThan(3 * 1024 * 1024)
      expect(peakMemoryBytes).toBeLessThan(1024 * 1024 * 1024)
    })

    if (hasOwnProcess) return

    const program: Texts = {
      javascript: `async () => {
        const before = [Date.now(), new Date().toISOString(), Math.random(), Math.random()]
        await time.offset([])
        return [...before, Date.now(), Math.random()]
      }`,
      python: `import datetime, random, time
now = lambda: time.time_ns() // 1_000_000
iso = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')
before = [now(), iso, random.random(), random.random()]
settings.keys()
set_result([*before, now(), random.random()])`,
    }

    say('gives the same answer and uses the same fuel', program, async (text) => {
      const [one, other] = [await run(text), await run(text)]
      expect(one.kind).toBe('returned')
      expect(lastingPartOf(other)).toEqual(lastingPartOf(one))
      if (about.limits.fuel) expect(one.fuelUsed).toBeGreaterThan(0)
      else expect(one.fuelUsed).toBe(0)
    })

    const grows: Texts = { javascript: '() => Array.from({ length: 2000 }, (_, n) => new Array(100).fill(n)).length' }
    say('uses the same fuel on a worker where another execution used much memory', grows, async (text) => {
      const before = await run(text)
      await run('() => { const all = []; for (;;) all.push(new Array(1000).fill(1)) }')
      expect(before).toMatchObject({ kind: 'returned', value: 2000 })
      expect(await run(text)).toEqual(before)
    })

    say('has a fixed clock, set by the host', program, async (text) => {
      const nowMs = Date.UTC(2027, 0, 2, 3, 4, 5, 678)
      expect(await answerOf(text, { nowMs })).toMatchObject([
        nowMs,
        '2027-01-02T03:04:05.678Z',
        expect.any(Number),
        expect.any(Number),
        nowMs,
        expect.any(Number),
      ])
    })

    const many: Texts = {
      javascript: '() => Array.from({ length: 500 }, () => Math.random())',
      python: 'import random\nset_result([random.random() for _ in range(500)])',
    }
    say('draws different random numbers from a different seed, all within [0, 1)', many, async (text) => {
      const one = await answerOf(text)
      const other = await answerOf(text, { seed: '08'.repeat(16) })
      expect(other).not.toEqual(one)
      for (const value of [one, other].flat()) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThan(1)
      }
    })
  })
}
