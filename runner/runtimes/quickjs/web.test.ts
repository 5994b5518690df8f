import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../contract/skill-io.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import type { Runtime } from '../runtime.ts'
import { executionOf, returnedBy, skillOf, testLimits } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function inGuest(expression: string, params: Record<string, Json>): Promise<Json> {
  const limits = { ...testLimits, fuel: 10_000, outputKb: 4096 }
  return returnedBy(await runtime.run(executionOf(skillOf(`({ params }) => ${expression}`), { params, limits })))
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const pairs = fc.array(fc.tuple(text, text), { maxLength: 6 })
const lists = fc.sample(fc.array(pairs, { minLength: 50, maxLength: 50 }), { numRuns: 4, seed: 1 })
const queries = fc.sample(
  fc.array(fc.string({ unit: fc.constantFrom(...'ab&=+%?#2Cé '), maxLength: 16 }), { minLength: 100 }),
  {
    numRuns: 4,
    seed: 2,
  },
)

test.each(lists.map((list) => [list]))('builds the same queries as on the web', async (list) => {
  const built = await inGuest('params.list.map((pairs) => new URLSearchParams(pairs).toString())', { list })
  expect(built).toEqual(list.map((each) => new URLSearchParams(each).toString()))
})

test.each(queries.map((list) => [list]))('reads queries as on the web', async (list) => {
  // Guest and Node leave a malformed escape unchanged, but differ in how much of its surroundings they decode.
  const whole = list.filter((query) => !/%(?!2C)/.test(query))
  const read = await inGuest('params.list.map((query) => [...new URLSearchParams(query)])', { list: whole })
  expect(read).toEqual(whole.map((query) => [...new URLSearchParams(query)]))
})

test('set, append, delete and sort work as on the web', async () => {
  const program = `(() => {
    const query = new URLSearchParams('b=1&a=2&b=3')
    query.set('b', 4); query.append('c', 'x y'); query.append('a', true); query.delete('none'); query.set('d', '')
    const before = query.toString()
    query.sort()
    return [before, query.toString(), query.get('a'), query.getAll('a'), query.has('c'), query.get('none'), query.size]
  })()`
  expect(await inGuest(program, {})).toEqual([
    'b=4&a=2&c=x+y&a=true&d=',
    'a=2&a=true&b=4&c=x+y&d=',
    '2',
    ['2', 'true'],
    true,
    null,
    5,
  ])
})

/** Samples of the generator in a few lists, because each list is one execution. */
const listsOf = (texts: fc.Arbitrary<string>, seed: number) =>
  fc.sample(fc.array(texts, { minLength: 150, maxLength: 150 }), { numRuns: 3, seed }).map((list) => [list] as const)

describe('URL', () => {
  const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port'] as const
  const more = ['pathname', 'search', 'hash'] as const
  const readIn = (url: URL | null) => url && [...parts, ...more].map((part) => url[part])
  const read = `(url) => url && ${JSON.stringify([...parts, ...more])}.map((part) => url[part])`

  const piece = fc.string({ unit: fc.constantFrom(...'ab.Z1/\\?#&=%2e :@[]|^`{}<>"\'é✓\t~+'), maxLength: 10 })
  const host = fc.constantFrom('a.example', 'A.Example.', 'b', '127.0.0.1', '[::1]', '1.2.3', 'a b', 'a%41', '', 'x_y')
  const absolute = fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTPS:', 'https:///', 'ftp://', ''),
      host,
      fc.constantFrom('', ':80', ':443', ':8080', ':99999', ':x'),
      piece,
    )
    .map(([scheme, name, port, rest]) => `${scheme}${name}${port}${rest === '' ? '' : `/${rest}`}`)
    // Node reads more forms of addresses.
    .filter((text) => !/1\.2\.3(?:[:/]|$)/.test(text))

  test.each(listsOf(absolute, 3))('reads absolute URLs as on the web', async (list) => {
    const seen = await inGuest(`params.list.map((text) => URL.parse(text)).map(${read})`, { list: [...list] })
    const ofWeb = (url: URL | null) => (url?.protocol.startsWith('http') === true ? url : null)
    expect(seen).toEqual(list.map((text) => readIn(ofWeb(URL.parse(text)))))
  })

  const base = 'https://user:pw@api.example:8443/v1/offers/?page=1#top'
  test.each(
    listsOf(
      piece.filter((text) => !/^\s*[/\\]{2}|^\s*[a-zZ][a-zZ0-9.+]*:/.test(text.replaceAll('\t', ''))),
      4,
    ),
  )('resolves relative URLs as on the web', async (list) => {
    const seen = await inGuest(`params.list.map((text) => URL.parse(text, ${JSON.stringify(base)})).map(${read})`, {
      list: [...list],
    })
    expect(seen).toEqual(list.map((text) => readIn(URL.parse(text, base))))
  })

  test('its parts and its query change with each other', async () => {
    const program = (url: URL) => {
      url.searchParams.set('q', 'a b')
      url.searchParams.delete('page')
      url.pathname = 'a b/../c'
      url.port = '443'
      url.hash = 'x y'
      url.hostname = 'Other.Example'
      const first = url.href
      url.search = '?n=1'
      url.protocol = 'http'
      url.username = 'me:'
      return [first, url.href, url.searchParams.get('n'), JSON.stringify({ url })]
    }
    expect(await inGuest(`(${program.toString()})(new URL(${JSON.stringify(base)}))`, {})).toEqual(
      program(new URL(base)),
    )
  })

  test('a text that is no URL throws', async () => {
    const program = `(() => { try { new URL('/a') } catch (error) { return [String(error), URL.canParse('https://a', 1)] } })()`
    expect(await inGuest(program, {})).toEqual(['TypeError: Invalid URL: /a', false])
  })
})

describe('text and bytes', () => {
  test.each(listsOf(fc.string({ unit: anyCharacter }), 5))(
    'encode, decode and Base64 are those of the web',
    async (list) => {
      const texts = list.map((each) => each.toWellFormed())
      const seen = await inGuest(
        `params.texts.map((text) => {
        const bytes = new TextEncoder().encode(text)
        const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
        return [btoa(binary), atob(btoa(binary)) === binary, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) === text]
      })`,
        { texts },
      )
      expect(seen).toEqual(texts.map((text) => [Buffer.from(text).toString('base64'), true, true]))
    },
  )

  test('malformed UTF-8 is replaced as on the web', async () => {
    const lists = fc.sample(
      fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f, 0xff), {
        maxLength: 8,
      }),
      { numRuns: 300, seed: 6 },
    )
    const seen = await inGuest('params.lists.map((bytes) => new TextDecoder().decode(Uint8Array.from(bytes)))', {
      lists,
    })
    expect(seen).toEqual(lists.map((bytes) => new TextDecoder().decode(Uint8Array.from(bytes))))
  })

  test.each([
    ["btoa('é✓')", 'InvalidCharacterError'],
    ["atob('a')", 'InvalidCharacterError'],
    ["new TextDecoder('latin1')", 'RangeError'],
    ["new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(255))", 'TypeError'],
    ['structuredClone({ a() {} })', 'DataCloneError'],
    ['structuredClone(Promise.resolve())', 'DataCloneError'],
  ])('%s throws %s', async (code, name) => {
    expect(await inGuest(`(() => { try { ${code} } catch (error) { return error.name } })()`, {})).toBe(name)
  })
})

test('structuredClone copies values with circles, dates, maps, sets, bytes and errors', async () => {
  const program = `(() => {
    const value = { list: [1, , 'a'], at: new Date(5), map: new Map([[{ k: 1 }, new Set([1])]]), bytes: Uint8Array.of(1, 2), error: new RangeError('x', { cause: 1 }), big: 5n }
    value.self = value
    const copy = structuredClone(value)
    const [[key, set]] = [...copy.map]
    return [copy !== value, copy.self === copy, 1 in copy.list, copy.list.length, copy.at.getTime(), key, [...set], [...copy.bytes], copy.bytes.buffer !== value.bytes.buffer, copy.error instanceof RangeError, copy.error.message, copy.error.cause, String(copy.big)]
  })()`
  expect(await inGuest(program, {})).toEqual([true, true, false, 3, 5, { k: 1 }, [1], [1, 2], true, true, 'x', 1, '5'])
})
