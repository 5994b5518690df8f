import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { Json } from '../../../contract/skill-io.ts'
import { anyCharacter } from '../../../testing/any-character.ts'
import type { RuntimeOutcome } from '../../runtime.ts'
import { fieldOf, type RecordedCall, returnedBy, type TestExecution, testLimits } from './harness.ts'
import type { Suite, Texts } from './suite.ts'

/** A program that calls `read`, a function of its language, with each URL, and returns the results. */
const readers: Readonly<Record<ScriptLanguage, (read: string, urls: readonly string[]) => string>> = {
  javascript: (read) => `async ({ params }) => {
    const read = ${read}
    const all = []
    for (const url of params.urls) all.push(await read(url))
    return all
  }`,
  python: (read, urls) => `import httpx\nread = ${read}\nset_result([read(url) for url in ${JSON.stringify(urls)}])`,
}

/** What a browser reads of a body: its byte order mark is no part of its text. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '')

/** Malformed text and JSON. */
export function badTexts(suite: Suite): void {
  const { language, say, traits } = suite
  const run = (text: string, options?: TestExecution): Promise<RuntimeOutcome> =>
    suite.run(text, { limits: { ...testLimits, outputKb: 1024 }, ...options })
  const answers = (body: Uint8Array): TestExecution => ({
    answer: () => ({ kind: 'value', value: { status: 200, url: '', headers: [] }, body }),
  })
  const answerTo = async (text: string, options?: TestExecution): Promise<Json> => {
    return returnedBy(await run(text, options))
  }
  /** Calls `read`, a function of the program, with the URL of each body, in one execution. Returns its results. */
  const readEach = async (read: string, bodies: readonly Uint8Array[]): Promise<readonly Json[]> => {
    const urls = bodies.map((_, index) => `https://api.example.com/${index}`)
    const value = await answerTo(readers[language](read, urls), {
      params: { urls },
      answer: (_, args) => {
        const body = bodies[urls.indexOf(fieldOf(args, 'url'))]
        return { kind: 'value', value: { status: 200, url: '', headers: [] }, ...(body ? { body } : {}) }
      },
    })
    if (!Array.isArray(value)) throw new Error('The skill did not return a list')
    return value
  }
  const readsPoints = `async (url) => [...await (await fetch(url)).text()].map((c) => c.codePointAt(0))`
  const wellFormed: Texts = {
    javascript: readsPoints,
    python: 'lambda url: [ord(character) for character in httpx.get(url).content.decode()]',
  }

  describe('text', () => {
    const title =
      language === 'javascript'
        ? 'of a well-formed body is passed on without its byte order mark'
        : 'of a well-formed body is passed on unchanged'
    say(title, wellFormed, async (text) => {
      const unicode = fc.string({ unit: anyCharacter, maxLength: 200 }).filter((sample) => sample.isWellFormed())
      await fc.assert(
        fc.asyncProperty(fc.array(unicode, { minLength: 1, maxLength: 10 }), async (samples) => {
          const shown = language === 'javascript' ? samples.map(withoutMark) : samples
          const expected = shown.map((sample) => [...sample].map((character) => character.codePointAt(0)))
          expect(
            await readEach(
              text,
              samples.map((sample) => Buffer.from(sample)),
            ),
          ).toEqual(expected)
        }),
        { numRuns: traits.samples },
      )
    })

    if (language !== 'javascript') return

    test('loses one byte order mark at its start, and no other', async () => {
      const marked = ['\ufeff✓', '\ufeff', '\ufeff\ufeffa', 'a\ufeff', '']
      const bytes = [...marked.map((sample) => Buffer.from(sample)), Buffer.from('\ufeffa', 'utf16le')]
      expect(await readEach('async (url) => (await fetch(url)).text()', bytes)).toEqual([
        ...['✓', '', '\ufeffa', 'a\ufeff', ''],
        '\ufffd\ufffda\0',
      ])
    })

    test('keeps its valid characters if malformed bytes in a body are replaced', async () => {
      const malformed: Readonly<Record<string, readonly number[]>> = {
        'a stray byte': [0x61, 0xff, 0x62],
        'a truncated sequence': [0x61, 0xe2, 0x82],
        'a code point beyond Unicode': [0xf4, 0x90, 0x80, 0x80, 0x62],
        'an overlong zero': [0xc0, 0x80, 0x62],
        'a surrogate': [0xed, 0xa0, 0x80, 0x62],
        'only continuation bytes': [0x80, 0xbf, 0x80],
      }
      const read = await readEach(
        readsPoints,
        Object.values(malformed).map((bytes) => Uint8Array.from(bytes)),
      )
      for (const [index, [what, bytes]] of Object.entries(malformed).entries()) {
        const points = read[index]
        if (!Array.isArray(points)) throw new Error('The skill did not return a list')
        expect(points, what).toContain(0xfffd)
        expect(points.filter((point) => typeof point === 'number' && point >= 0xd800 && point <= 0xdfff)).toEqual([])
        const valid = bytes.filter((byte) => byte < 0x80)
        expect(
          points.filter((point) => point !== 0xfffd),
          what,
        ).toEqual(valid)
      }
    })

    test('with lone surrogates passes in and out unchanged', async () => {
      const lone = ['\ud800', 'a\udfffb', '\udc00\ud800', '\ud83d']
      expect(await answerTo('({ params }) => params.lone', { params: { lone } })).toEqual(lone)
      expect(await answerTo(`() => ['\\ud800', { '\\udfff': 1 }]`)).toEqual(['\ud800', { '\udfff': 1 }])
    })

    test('with lone surrogates is accepted in requests, log lines and errors', async () => {
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
    /** Reads a response with `json()` and shows key order, negative zero and own properties. */
    const parse = `async (url) => {
      const show = (v) => typeof v === 'number' ? (Object.is(v, -0) ? '-0' : String(v))
        : typeof v !== 'object' || v === null ? v
        : Array.isArray(v) ? v.map(show)
        : ['object', Object.getPrototypeOf(v) === Object.prototype, Object.keys(v).map((k) => [k, show(v[k])])]
      try { return ['value', show(await (await fetch(url)).json())] } catch (error) { return ['error', error.name] }
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
        return ['value', show(JSON.parse(withoutMark(json)))]
      } catch {
        return ['error', 'SyntaxError']
      }
    }

    const reads: Texts = {
      javascript: `() => (${parse})('https://api.example.com/')`,
      python: `import httpx
try: httpx.get('https://api.example.com/').json()
except RecursionError as error: set_result(['error', type(error).__name__])`,
    }
    say('fails on very deep nesting without a crash of the worker', reads, async (text) => {
      const deep = Buffer.from('['.repeat(2_000_000))
      expect(await answerTo(text, { ...answers(deep), limits: { ...testLimits, memoryMb: 64 } })).toEqual([
        'error',
        expect.stringMatching(/^(SyntaxError|RangeError|InternalError|RecursionError)$/),
      ])
    })

    if (language !== 'javascript') return

    const notable: ReadonlyArray<readonly [what: string, json: string]> = [
      ['__proto__ keys', '{"__proto__":{"polluted":1},"a":{"__proto__":null,"constructor":2}}'],
      ['duplicate keys', '{"a":1,"b":2,"a":3,"__proto__":1,"__proto__":2}'],
      ['keys like numbers', '{"2":1,"10":2,"1":3,"01":4,"-1":5,"4294967295":6}'],
      ['nesting', `${'[{"a":'.repeat(12)}1${'}]'.repeat(12)}`],
      [
        'huge and tiny numbers',
        '[1e308,1e400,-1e400,5e-324,1e-400,-0,0.1,123456789012345678901234567890,9007199254740993]',
      ],
      ['lone surrogates', '["\\ud800","\\udfff\\ud800",{"\\ud800":1}]'],
      ['NUL and control characters', '["\\u0000\\u001f\\u2028",""]'],
      ['a raw control character in a string', '["\u0001"]'],
      ['a byte order mark', '\ufeff[1]'],
      ['two byte order marks', '\ufeff\ufeff[1]'],
      ['a byte order mark at the end', '[1]\ufeff'],
      ['an empty body', ''],
      ['more than one value', '1 2'],
      ['a leading zero', '[01]'],
      ['a leading plus', '[+1]'],
      ['a decimal point without digits', '[1.]'],
      ['JavaScript constants', '[NaN,Infinity,undefined]'],
      ['single quotes', `['a']`],
      ['a trailing comma', '[1,]'],
      ['a comment', '[1/**/]'],
      ['an invalid escape', '["\\x41"]'],
      ['hexadecimal', '[0x10]'],
      ['Unicode spaces', '[\u00a01]'],
    ]

    test('handles edge cases as JSON.parse does, without a byte order mark', async () => {
      const read = await readEach(
        parse,
        notable.map(([, json]) => Buffer.from(json)),
      )
      const seen = notable.map(([what], index) => [what, read[index]])
      expect(seen).toEqual(notable.map(([what, json]) => [what, expected(json)]))
    })

    test('reads any JSON and any text as JSON.parse does', async () => {
      const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', '0', '10', 'then'))
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
          { maxDepth: 5, withCrossShrink: true },
          fc.oneof(
            fc.double(),
            fc.integer(),
            fc.string({ unit: anyCharacter, maxLength: 20 }),
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
        fc.asyncProperty(fc.array(fc.oneof(json, broken), { minLength: 1, maxLength: 10 }), async (samples) => {
          const texts = samples.map((sample) => sample.toWellFormed())
          const read = await readEach(
            parse,
            texts.map((sample) => Buffer.from(sample)),
          )
          expect(read).toEqual(texts.map(expected))
        }),
        { numRuns: traits.samples },
      )
    })

    test('returns separate objects for equal responses', async () => {
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

    // A runtime without exact fuel gives no guarantee here.
    if (suite.about.limits.fuel) {
      test('uses fuel in proportion to the size of the body', async () => {
        const fuelFor = async (items: number) => {
          const body = Buffer.from(JSON.stringify(Array.from({ length: items }, (_, n) => ({ n }))))
          return (
            await run(`async () => (await (await fetch('https://api.example.com/')).json()).length`, answers(body))
          ).fuelUsed
        }
        const [few, more, most] = [await fuelFor(1000), await fuelFor(2000), await fuelFor(3000)]
        expect(more - few).toBeGreaterThan(1000 * 50)
        expect(Math.abs(most - more - (more - few))).toBeLessThan((more - few) / 4)
      })
    }
  })
}
