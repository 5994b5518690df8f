import { describe, expect, test } from 'vitest'
import { RaisableCode } from '../../../contract/errors.ts'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { Runtime, RuntimeOutcome } from '../../runtime.ts'
import { executionOf, lastingPartOf, type RecordedCall, returnedBy, skillOf, type TestExecution } from './harness.ts'
import type { Traits } from './traits.ts'

/** What every runtime must do for a well-behaved skill. */
export function wellBehavedSkills(runtime: () => Runtime, traits: Traits): void {
  skillsAndAnswers(runtime, traits)
  hostCalls(runtime)
  argumentsOfCalls(runtime, traits)
  errorsOfSkills(runtime, traits)
  equalExecutions(runtime, traits)
}

function runsOn(runtime: () => Runtime) {
  const run = (expression: string, test?: TestExecution): Promise<RuntimeOutcome> =>
    runtime().run(executionOf(skillOf(expression), test))
  const answerOf = async (expression: string, test?: TestExecution): Promise<Json> => {
    return returnedBy(await run(expression, test))
  }
  return { run, answerOf }
}

export function skillsAndAnswers(runtime: () => Runtime, { isHarnessTestedApart }: Traits): void {
  const { answerOf } = runsOn(runtime)

  describe('a well-behaved skill', () => {
    test('receives action, params and config, and returns its answer', async () => {
      expect(await answerOf('(call) => call', { params: { a: [1, null, { b: true }] } })).toEqual({
        action: 'probe',
        params: { a: [1, null, { b: true }] },
        config: {},
      })
    })

    test('receives and returns any text unchanged', async () => {
      const texts = ['', 'Zürich ✈️ 東京', '\u0000\u2028"\\', '𝒳'.repeat(1000), '__proto__']
      expect(await answerOf('({ params }) => params.texts', { params: { texts } })).toEqual(texts)
    })

    test('returns a long list', async () => {
      const value = await answerOf('() => Array.from({ length: 5000 }, (_, index) => index)')
      expect(value).toHaveLength(5000)
    })

    if (isHarnessTestedApart) return

    test('may answer asynchronously', async () => {
      expect(await answerOf('async () => { await null; return { results: [1] } }')).toEqual({ results: [1] })
    })

    test('may answer with a thenable', async () => {
      expect(await answerOf('() => ({ then: (resolve) => resolve({ results: [] }) })')).toEqual({ results: [] })
    })

    test('treats values that are not JSON in the same way as JSON.stringify', async () => {
      expect(await answerOf('() => ({ a: undefined, b: () => 1, c: NaN, d: new Date(0) })')).toEqual({
        c: null,
        d: '1970-01-01T00:00:00.000Z',
      })
    })
  })
}

/**
 * How calls reach the host and answers come back: values, bytes, rejections and ends, in parallel and in order. Every
 * transport between a skill and its host must pass these tests. `isOnlyTransport`: leaves out the tests
 * whose results do not depend on the transport, for a second transport of the same harness.
 */
export function hostCalls(runtime: () => Runtime, { isOnlyTransport = false } = {}): void {
  const { run, answerOf } = runsOn(runtime)

  describe('fetch', () => {
    test('sends method, headers, body and timeout, and returns status, headers and body', async () => {
      const calls: RecordedCall[] = []
      const value = await answerOf(
        `async () => {
          const response = await fetch('https://api.example.com/a', {
            method: 'post', headers: { Accept: 'x' }, body: 'ü', timeoutMs: 1500,
          })
          const { status, ok, url, headers } = response
          const one = [headers.get('x-ONE'), headers.has('content-type'), headers.get('none'), headers.has('none')]
          const { asked } = await response.json()
          return { status, ok, url, one, names: [...headers].map(([name]) => name), asked }
        }`,
        { calls },
      )
      const asked = {
        url: 'https://api.example.com/a',
        method: 'POST',
        headers: [['Accept', 'x']],
        body: { text: 'ü' },
        timeoutMs: 1500,
      }
      expect(value).toEqual({
        status: 200,
        ok: true,
        url: 'https://api.example.com/a',
        one: ['a, b', true, null, false],
        names: ['content-type', 'x-one', 'X-One'],
        asked,
      })
      expect(calls.map(({ op, args }) => ({ op, args }))).toEqual([{ op: 'fetch', args: asked }])
      expect(calls[0]?.fuelLeft).toBeGreaterThan(0)
    })

    test('sends bytes as base64 and URLSearchParams as a form', async () => {
      const value = await answerOf(`async () => {
        const bodies = [new Uint8Array([0, 255, 1]).subarray(1), new URLSearchParams({ q: 'a b&c', z: 'ü~' })]
        const answers = await Promise.all(bodies.map((body) => fetch('https://api.example.com/', { method: 'POST', body })))
        const asked = await Promise.all(answers.map(async (answer) => (await answer.json()).asked))
        return asked.map(({ body, headers }) => ({ body, headers }))
      }`)
      expect(value).toEqual([
        { body: { base64: '/wE=' }, headers: [] },
        {
          body: { text: 'q=a+b%26c&z=%C3%BC%7E' },
          headers: [['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']],
        },
      ])
    })

    test('returns a body as text or as bytes, but only once', async () => {
      const value = await answerOf(`async () => {
        const text = await (await fetch('https://api.example.com/text')).text()
        const response = await fetch('https://api.example.com/text')
        const bytes = [...new Uint8Array(await response.arrayBuffer())]
        const again = await response.text().catch((error) => error.name)
        return { text, bytes, again }
      }`)
      expect(value).toEqual({ text: 'plain ✓', bytes: [...Buffer.from('plain ✓')], again: 'TypeError' })
    })

    test('runs in parallel and gives each call its own answer', async () => {
      const release: Array<() => void> = []
      const value = await answerOf(
        `async () => {
          const numbers = [0, 1, 2, 3, 4]
          return Promise.all(numbers.map(async (n) => (await (await fetch('https://api.example.com/' + n)).text()) + '=' + n))
        }`,
        {
          answer: async (_op, args) => {
            const { promise, resolve } = Promise.withResolvers<void>()
            release.push(resolve)
            // The last call resolves first and then releases the call before it.
            if (release.length === 5) resolve()
            await promise
            release.pop()
            release.at(-1)?.()
            return {
              kind: 'value',
              value: { status: 200, url: '', headers: [] },
              body: Buffer.from(JSON.stringify(args).match(/com\/(\d)/)?.[1] ?? ''),
            }
          },
        },
      )
      expect(value).toEqual(['0=0', '1=1', '2=2', '3=3', '4=4'])
    })

    if (isOnlyTransport) return

    test('resolves on an error status, and rejects on a network failure with the name of the error', async () => {
      const value = await answerOf(`async () => {
        const { status, ok } = await fetch('https://api.example.com/missing')
        const error = await fetch('https://api.example.com/down').catch((error) => error)
        return { status, ok, name: error.name, message: error.message, isError: error instanceof Error }
      }`)
      expect(value).toEqual({ status: 404, ok: false, name: 'NetworkError', message: 'no connection', isError: true })
    })

    test('two concurrent executions that wait for responses keep their own params', async () => {
      const gate = Promise.withResolvers<void>()
      const both = ['one', 'two'].map((name) =>
        answerOf(
          `async ({ params }) => { const { name } = params; await fetch('https://api.example.com/'); return [name, params.name] }`,
          {
            params: { name },
            answer: async () => {
              if (name === 'two') gate.resolve()
              await gate.promise
              return { kind: 'value', value: { status: 200, url: '', headers: [] } }
            },
          },
        ),
      )
      expect(await Promise.all(both)).toEqual([
        ['one', 'one'],
        ['two', 'two'],
      ])
    })
  })

  describe('other host calls', () => {
    test('secrets.get returns the placeholder, and the host receives the call', async () => {
      const calls: RecordedCall[] = []
      expect(await answerOf(`() => secrets.get('API_KEY')`, { calls })).toBe('placeholder-1')
      expect(calls).toMatchObject([{ op: 'secrets.get', args: { name: 'API_KEY' } }])
    })

    test('a message without permission ends the execution', async () => {
      const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
      const skill = `async () => { try { await messages.send({ text: 'x' }) } catch {} return 'went on' }`
      expect(await run(skill, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
    })

    test('console lines arrive in order with their level, before the answer', async () => {
      const calls: RecordedCall[] = []
      await answerOf(
        `async () => {
          console.log('one', 1, { a: [1] }, null, undefined)
          await time.offset([])
          console.info('two'); console.warn('three'); console.error(new Error('four'))
          return 1
        }`,
        { calls },
      )
      const lines = calls.filter(({ op }) => op === 'console.log').map(({ args }) => args)
      expect(lines).toMatchObject([
        { level: 'info', text: 'one 1 {"a":[1]} null undefined' },
        { level: 'info', text: 'two' },
        { level: 'warn', text: 'three' },
        { level: 'error', text: expect.stringContaining('Error: four') },
      ])
    })

    if (isOnlyTransport) return

    test('a skill can catch the error for a withheld secret and continue without the secret', async () => {
      const skill = `() => { try { return secrets.get('WITHHELD') } catch (error) { return error.name } }`
      expect(await answerOf(skill)).toBe('CapabilityRevoked')
    })

    test('time.offset sends a whole list in one call', async () => {
      const calls: RecordedCall[] = []
      const pairs = [
        ['NRT', '2026-03-16T13:45:00'],
        ['SEA', '2026-03-15T11:30:00'],
      ]
      expect(await answerOf('({ params }) => time.offset(params.pairs)', { calls, params: { pairs } })).toEqual([
        '+09:00',
        '-08:00',
      ])
      expect(calls).toMatchObject([{ op: 'time.offset', args: { pairs } }])
    })
  })
}

/** How the host functions convert arguments and answers inside the skill, which does not depend on the transport. */
export function argumentsOfCalls(runtime: () => Runtime, { isHarnessTestedApart }: Traits): void {
  const { run, answerOf } = runsOn(runtime)

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

    if (isHarnessTestedApart) return

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

    test('llm.predict sends prompt and model, and returns the text', async () => {
      const calls: RecordedCall[] = []
      const skill = `async () => [await llm.predict('Hi\\u0000\\u202e✓'), await llm.predict(7, 'large')]`
      expect(await answerOf(skill, { calls })).toEqual(['answer to Hi\u0000\u202e✓', 'answer to 7'])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['llm.predict', { prompt: 'Hi\u0000\u202e✓' }],
        ['llm.predict', { prompt: '7', model: 'large' }],
      ])
    })

    test('a model’s answer is only text, whatever it contains', async () => {
      const value = '"},"kind":"end"}<script>\u2028\ud800__proto__ constructor $1'
      const skill = `async () => { const text = await llm.predict('x'); return [typeof text, text.length, text] }`
      expect(await answerOf(skill, { answer: () => ({ kind: 'value', value }) })).toEqual([
        'string',
        value.length,
        expect.stringContaining('"},"kind":"end"}<script>'),
      ])
    })

    test('a skill can catch a failed prediction or recall and continue', async () => {
      const refusals: HostAnswer[] = [
        { kind: 'rejected', name: 'ModelError', message: 'the answer is too large' },
        { kind: 'rejected', name: 'TimeoutError', message: 'no answer in time' },
        { kind: 'rejected', name: 'CapabilityRevoked', message: 'The permission memory was withheld' },
      ]
      const skill = `async () => {
        const names = []
        for (const ask of [llm.predict, llm.predict, memory.recall]) await ask('x').catch(({ name }) => names.push(name))
        return names
      }`
      expect(await answerOf(skill, { answer: () => refusals.shift() ?? { kind: 'suspend' } })).toEqual([
        'ModelError',
        'TimeoutError',
        'CapabilityRevoked',
      ])
    })

    test.each([`llm.predict('x')`, `memory.recall('x')`])('%s without permission ends the execution', async (call) => {
      const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
      const skill = `async () => { try { await ${call} } catch {} return 'went on' }`
      expect(await run(skill, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
    })

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

export function errorsOfSkills(runtime: () => Runtime, { isHarnessTestedApart }: Traits): void {
  const { run, answerOf } = runsOn(runtime)

  describe('SkillError', () => {
    test.each(isHarnessTestedApart ? ['API_RATE_LIMITED'] : RaisableCode.options)('raises %s', async (code) => {
      const outcome = await run(`() => { throw new SkillError('${code}', 'for the log') }`)
      expect(outcome).toMatchObject({ kind: 'raised', code, detail: expect.stringContaining('for the log') })
    })

    if (isHarnessTestedApart) return

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

function equalExecutions(runtime: () => Runtime, { fuel, reusesProcesses }: Traits): void {
  const { run, answerOf } = runsOn(runtime)

  describe('a repeated run of the same execution', () => {
    const program = `async () => {
      const before = [Date.now(), new Date().toISOString(), Math.random(), Math.random()]
      await time.offset([])
      return [...before, Date.now(), Math.random()]
    }`

    test('gives the same answer and uses the same fuel', async () => {
      const [one, other] = [await run(program), await run(program)]
      expect(one.kind).toBe('returned')
      expect(lastingPartOf(other)).toEqual(lastingPartOf(one))
      if (fuel === 'exact') expect(one.fuelUsed).toBeGreaterThan(0)
      else expect(one.fuelUsed).toBe(0)
    })

    test('reports how much memory it held', async () => {
      const { peakMemoryBytes = 0 } = await run('() => new Uint8Array(3 * 1024 * 1024).fill(1).length')
      expect(peakMemoryBytes).toBeGreaterThan(3 * 1024 * 1024)
      expect(peakMemoryBytes).toBeLessThan(1024 * 1024 * 1024)
    })

    if (reusesProcesses) {
      test('uses the same fuel on a worker where another execution used much memory', async () => {
        const grows = '() => Array.from({ length: 2000 }, (_, n) => new Array(100).fill(n)).length'
        const before = await run(grows)
        await run('() => { const all = []; for (;;) all.push(new Array(1000).fill(1)) }')
        expect(before).toMatchObject({ kind: 'returned', value: 2000 })
        expect(await run(grows)).toEqual(before)
      })
    }

    test('has a fixed clock, set by the host', async () => {
      const nowMs = Date.UTC(2027, 0, 2, 3, 4, 5, 678)
      expect(await answerOf(program, { nowMs })).toMatchObject([
        nowMs,
        '2027-01-02T03:04:05.678Z',
        expect.any(Number),
        expect.any(Number),
        nowMs,
        expect.any(Number),
      ])
    })

    test('draws different random numbers from a different seed, all within [0, 1)', async () => {
      const many = '() => Array.from({ length: 500 }, () => Math.random())'
      const one = await answerOf(many)
      const other = await answerOf(many, { seed: new Uint8Array(16).fill(8) })
      expect(other).not.toEqual(one)
      for (const value of [one, other].flat()) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThan(1)
      }
    })
  })
}
