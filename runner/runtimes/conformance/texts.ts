import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../contract/skill-io.ts'
import type { Runtime, RuntimeOutcome } from '../runtime.ts'
import { executionOf, type RecordedCall, returnedBy, skillOf, type TestExecution, testLimits } from './harness.ts'
import type { Traits } from './traits.ts'

/** Texts and JSON that are not as they should be. */
export function badTexts(runtime: () => Runtime, traits: Traits): void {
  const run = (expression: string, test?: TestExecution): Promise<RuntimeOutcome> =>
    runtime().run(executionOf(skillOf(expression), { limits: { ...testLimits, outputKb: 1024 }, ...test }))
  const answers = (body: Uint8Array): TestExecution => ({
    answer: () => ({ kind: 'value', value: { status: 200, url: '', headers: [] }, body }),
  })
  const answerTo = async (expression: string, test?: TestExecution): Promise<Json> => {
    return returnedBy(await run(expression, test))
  }
  const text = `async () => [...await (await fetch('https://api.example.com/')).text()].map((c) => c.codePointAt(0))`

  describe('texts that are not well-formed', () => {
    test.each([
      ['a byte alone', [0x61, 0xff, 0x62]],
      ['a sequence that breaks off', [0x61, 0xe2, 0x82]],
      ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80, 0x62]],
      ['an overlong zero', [0xc0, 0x80, 0x62]],
      ['a surrogate', [0xed, 0xa0, 0x80, 0x62]],
      ['nothing but continuations', [0x80, 0xbf, 0x80]],
    ])('a body with %s has only whole characters, and what follows is whole', async (_, bytes) => {
      const points = await answerTo(text, answers(Uint8Array.from(bytes)))
      if (!Array.isArray(points)) throw new Error('no list')
      expect(points).toContain(0xfffd)
      expect(points.filter((point) => typeof point === 'number' && point >= 0xd800 && point <= 0xdfff)).toEqual([])
      const valid = bytes.filter((byte) => byte < 0x80)
      expect(points.filter((point) => point !== 0xfffd)).toEqual(valid)
    })

    test('any well-formed body is what it is', async () => {
      const unicode = fc.string({ unit: 'binary', maxLength: 200 }).filter((sample) => sample.isWellFormed())
      await fc.assert(
        fc.asyncProperty(unicode, async (sample) => {
          const points = await answerTo(text, answers(Buffer.from(sample)))
          expect(points).toEqual([...sample].map((character) => character.codePointAt(0)))
        }),
        { numRuns: traits.samples },
      )
    })

    test('lone surrogates pass in and out as they are', async () => {
      const lone = ['\ud800', 'a\udfffb', '\udc00\ud800', '\ud83d']
      expect(await answerTo('({ params }) => params.lone', { params: { lone } })).toEqual(lone)
      expect(await answerTo(`() => ['\\ud800', { '\\udfff': 1 }]`)).toEqual(['\ud800', { '\udfff': 1 }])
    })

    test('lone surrogates in requests, lines and errors break nothing', async () => {
      const calls: RecordedCall[] = []
      await answerTo(
        `async () => {
          console.log('\\ud800 line')
          await fetch('https://api.example.com/\\ud800', { method: 'POST', headers: { a: '\\udfff' }, body: '\\ud800' })
          return 1
        }`,
        { calls },
      )
      expect(calls.map(({ op }) => op)).toEqual(['console.log', 'fetch'])
      const outcome = await run(`() => { throw new SkillError('API_TIMEOUT', '\\ud800 detail') }`)
      expect(outcome).toMatchObject({ kind: 'raised', detail: expect.stringContaining(' detail') })
      expect(await run(`() => secrets.get('\\ud800')`)).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
    })
  })

  describe('response.json()', () => {
    /** As `JSON.parse` in the guest says it: keys in their order, minus zero, own properties only. */
    const parse = `async () => {
      const show = (v) => typeof v === 'number' ? (Object.is(v, -0) ? '-0' : String(v))
        : typeof v !== 'object' || v === null ? v
        : Array.isArray(v) ? v.map(show)
        : ['object', Object.getPrototypeOf(v) === Object.prototype, Object.keys(v).map((k) => [k, show(v[k])])]
      try { return ['value', show(await (await fetch('https://api.example.com/')).json())] } catch (error) { return ['error', error.name] }
    }`
    const show = (value: unknown): unknown => {
      if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return value.map(show)
      const plain = Object.getPrototypeOf(value) === Object.prototype
      return ['object', plain, Object.entries(value).map(([key, of]) => [key, show(of)])]
    }
    const expected = (json: string) => {
      try {
        return ['value', show(JSON.parse(json))]
      } catch {
        return ['error', 'SyntaxError']
      }
    }

    test.each([
      ['__proto__ keys', '{"__proto__":{"polluted":1},"a":{"__proto__":null,"constructor":2}}'],
      ['duplicate keys', '{"a":1,"b":2,"a":3,"__proto__":1,"__proto__":2}'],
      ['keys like numbers', '{"2":1,"10":2,"1":3,"01":4,"-1":5,"4294967295":6}'],
      ['nesting', `${'[{"a":'.repeat(12)}1${'}]'.repeat(12)}`],
      [
        'huge and tiny numbers',
        '[1e308,1e400,-1e400,5e-324,1e-400,-0,0.1,123456789012345678901234567890,9007199254740993]',
      ],
      ['lone surrogates', '["\\ud800","\\udfff\\ud800",{"\\ud800":1}]'],
      ['zeros and controls', '["\\u0000\\u001f\\u2028",""]'],
      ['a control in a text', '["\u0001"]'],
      ['a byte order mark', '\ufeff[1]'],
      ['nothing', ''],
      ['more than one value', '1 2'],
      ['numbers that are none', '[01]'],
      ['a plus', '[+1]'],
      ['a point without digits', '[1.]'],
      ['names of JavaScript', '[NaN,Infinity,undefined]'],
      ['single quotes', `['a']`],
      ['a comma too many', '[1,]'],
      ['a comment', '[1/**/]'],
      ['a bad escape', '["\\x41"]'],
      ['hexadecimal', '[0x10]'],
      ['spaces of Unicode', '[\u00a01]'],
    ])('reads %s as JSON.parse does', async (_, json) => {
      expect(await answerTo(parse, answers(Buffer.from(json)))).toEqual(expected(json))
    })

    test('reads any JSON, and any text, as JSON.parse does', async () => {
      const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', '0', '10', 'then'))
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
          { maxDepth: 5, withCrossShrink: true },
          fc.oneof(
            fc.double(),
            fc.integer(),
            fc.string({ unit: 'binary', maxLength: 20 }),
            fc.constant(null),
            fc.boolean(),
          ),
          fc.array(tie('tree'), { maxLength: 6 }),
          fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
        ),
      }))
      const json = tree.map((value) => JSON.stringify(value))
      const broken = fc
        .tuple(json, fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', 'e', '.', '-'))
        .map(([whole, at, by]) => {
          const cut = at % (whole.length + 1)
          return whole.slice(0, cut) + by + whole.slice(cut + 1)
        })
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(json, broken), { minLength: 1, maxLength: 5 }), async (samples) => {
          for (const sample of samples) {
            const wellFormed = sample.toWellFormed()
            expect(await answerTo(parse, answers(Buffer.from(wellFormed)))).toEqual(expected(wellFormed))
          }
        }),
        { numRuns: traits.samples },
      )
    })

    test('nesting without end is an error of the skill, not the end of its worker', async () => {
      const deep = Buffer.from('['.repeat(2_000_000))
      expect(await answerTo(parse, { ...answers(deep), limits: { ...testLimits, memoryMb: 64 } })).toEqual([
        'error',
        expect.stringMatching(/^(SyntaxError|RangeError|InternalError)$/),
      ])
    })

    test('gives parts that are written alike as objects of their own', async () => {
      const body = answers(Buffer.from('[{"a":1},{"a":1}]'))
      const change = `async () => {
        const one = await (await fetch('https://api.example.com/')).json()
        one[0].a = 2
        return [one, await (await fetch('https://api.example.com/')).json()]
      }`
      expect(await answerTo(change, body)).toEqual([
        [{ a: 2 }, { a: 1 }],
        [{ a: 1 }, { a: 1 }],
      ])
    })

    test.runIf(traits.fuel === 'exact')('pays fuel for its size', async () => {
      const fuelFor = async (items: number) => {
        const body = Buffer.from(JSON.stringify(Array.from({ length: items }, (_, n) => ({ n }))))
        return (await run(`async () => (await (await fetch('https://api.example.com/')).json()).length`, answers(body)))
          .fuelUsed
      }
      const [few, more, most] = [await fuelFor(1000), await fuelFor(2000), await fuelFor(3000)]
      expect(more - few).toBeGreaterThan(1000 * 50)
      expect(Math.abs(most - more - (more - few))).toBeLessThan((more - few) / 4)
    })
  })
}
