import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../testing/any-character.ts'
import { testEngine } from '../testing/in-thread.ts'
import { type Guest, openGuest } from '../testing/open-guest.ts'
import { createGuestJsonReader } from './guest-json.ts'
import { type HeapJson, HeapJsonReader } from './heap-json.ts'

let guest: Guest
beforeAll(async () => {
  guest = openGuest(await testEngine())
})

const readJson = createGuestJsonReader()
const mb = 1024 * 1024
/** The text, or the kind of a value that was not read. */
const written = (found: HeapJson) => (found.kind === 'json' ? found.text : found.kind)

/** What the reader makes of an expression's value, and what the guest's own `JSON.stringify` makes of it. */
function read(expression: string, maxBytes = mb): { found: HeapJson; text: string | undefined } {
  const found: HeapJson[] = []
  const texts: (string | undefined)[] = []
  guest.see((vm, value) => {
    if (found.length === 0) found.push(readJson(vm, value, maxBytes))
    else texts.push(vm.textOf(value, 64 * mb))
    return undefined
  })
  guest.run(`{
    const { stringify } = JSON
    const value = ${expression}
    give(value)
    try { give(String(stringify(value))) } catch {}
  }`)
  const [first] = found
  if (!first) throw new Error('The guest gave no value')
  return { found: first, text: texts[0] }
}

describe('reads plain data as JSON.stringify writes it', () => {
  test.each([
    ['scalars', '[null, true, false, 0, -0, 1, -1, 2147483647, -2147483648, 4294967296, 1.5, 1e21, 5e-324, -1e-7]'],
    ['numbers that JSON cannot express', '[NaN, Infinity, -Infinity]'],
    ['undefined values', '({ a: undefined, b: [undefined, 1], c: {} })'],
    ['empty values', '({ a: [], b: {}, c: "" })'],
    ['control characters, quotes and backslashes', String.raw`'\u0000\u0007\b\t\n\u000b\f\r\u001f "\\/\u007f\u2028'`],
    ['one-byte characters', `'é ÿ \u0080 Zürich'`],
    ['two-byte characters and surrogate pairs', `['東京', 'é東', '𝒳✈', '\u{10ffff}']`],
    ['lone surrogates', String.raw`['\ud800', 'a\udfffb', '\udc00\ud800', '\ud83d', 'x\ud83dx']`],
    ['names of all kinds', String.raw`({ 'a b': 1, 'é': 2, '東': 3, '"\\': 4, '': 5, '\ud800': 6, 'toString': 7 })`],
    ['a name that is __proto__', `JSON.parse('{"__proto__":{"a":1},"constructor":2}')`],
    ['objects without a prototype', `Object.assign(Object.create(null), { a: 1 })`],
    ['properties that are not enumerable', `Object.defineProperty({ a: 1 }, 'hidden', { value: 2 })`],
    ['symbols as names', `({ [Symbol('x')]: 1, a: 2 })`],
    ['deleted properties', `(() => { const o = { a: 1, b: 2, c: 3 }; delete o.b; o.d = 4; return o })()`],
    ['frozen objects', `Object.freeze({ a: Object.freeze({ b: 1 }) })`],
    ['a slice of a text', `('x'.repeat(5000) + 'é').slice(10, 4990)`],
    ['a slice of a two-byte text', `('東'.repeat(5000)).slice(10, 4990)`],
    [
      'concatenated texts',
      `(() => { let t = 'a'.repeat(600); for (let n = 0; n < 40; n++) t = n % 2 ? t + '"é' : '東' + t; return [t, t] })()`,
    ],
    [
      'a surrogate pair split over a concatenation',
      String.raw`'a'.repeat(600) + '\ud83d' + ('\ude00' + 'b'.repeat(600))`,
    ],
    ['shared objects', `(() => { const s = { a: [1, 'x'] }; return [s, s, { s, t: s.a }] })()`],
    [
      'a hundred levels',
      `(() => { let deep = 1; for (let n = 0; n < 100; n++) deep = n % 2 ? [deep] : { deep }; return deep })()`,
    ],
    ['a toJSON that is not a function', `({ toJSON: 1 })`],
    [
      'prototypes with other changes',
      `(Object.prototype.x = 1, Array.prototype.y = () => 2, Array.prototype[7] = 1, [{ a: [] }])`,
    ],
    ['a list that shrank and grew', `(() => { const l = [1, 2, 3]; l.pop(); l.shift(); l.push({}); return l })()`],
  ])('%s', (_, expression) => {
    const { found, text } = read(expression)
    expect(written(found)).toBe(text)
  })

  test('any JSON value', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 8, unit: anyCharacter }),
      fc.constantFrom('__proto__', 'length', 'toString'),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.oneof(
          fc.double(),
          fc.integer(),
          fc.string({ unit: anyCharacter, maxLength: 12 }),
          fc.constant(null),
          fc.boolean(),
        ),
        fc.array(tie('tree'), { maxLength: 6 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const { found, text } = read(`JSON.parse(${JSON.stringify(JSON.stringify(value))})`)
        // The engine sorts numeric names, so the reader leaves them to the guest.
        if (found.kind === 'json') expect(written(found)).toBe(text)
        else expect(text).toMatch(/"\d[^"]*":/)
      }),
      { numRuns: 150 },
    )
  })
})

describe('leaves everything but plain data to the guest', () => {
  test.each([
    '({ toJSON() { return 1 } })',
    '({ a: Object.defineProperty({}, "toJSON", { value: () => 1 }) })',
    '[Object.assign([], { toJSON: () => 1 })]',
    '[Object.defineProperty([], "toJSON", { value: () => 1 })]',
    '(Object.prototype.toJSON = () => 1, {})',
    '(Object.defineProperty(Object.prototype, "toJSON", { get: () => () => 1 }), { a: 1 })',
    '(Array.prototype.toJSON = () => 1, [])',
    '(Object.setPrototypeOf(Array.prototype, { toJSON: () => 1 }), [])',
    '[{ get a() { return 1 } }]',
    '({ set a(value) {} })',
    'new Proxy({}, {})',
    '[new Proxy([], {})]',
    '[new Date(0)]',
    '[new Map([[1, 2]])]',
    '[new Set()]',
    '[/x/]',
    '[new Error("x")]',
    '[new Number(1), new String("x"), new Boolean(false)]',
    '[Object(1n)]',
    '[1n]',
    '[12345678901234567890n]',
    '({ a: Symbol("x") })',
    '({ a: () => 1 })',
    '[function () {}]',
    'new (class A { x = 1 })()',
    'new (class A { toJSON() { return 1 } })()',
    'Object.create({ toJSON: () => 1 })',
    'new (class extends Array {})()',
    'Object.setPrototypeOf([1], null)',
    'Object.setPrototypeOf([1], { toJSON: () => 1 })',
    '[1, , 2]',
    'new Array(3)',
    '(() => { const l = [1, 2, 3]; l.length = 5; return l })()',
    '(() => { const l = [1, 2, 3]; delete l[1]; return l })()',
    '(() => { const l = [1, 2]; Object.defineProperty(l, 0, { get: () => 3 }); return l })()',
    '({ 2: 1, 1: 2 })',
    '({ "01": 1 })',
    '({ 4294967294: 1, a: 2 })',
    'new Uint8Array(2)',
    '[new ArrayBuffer(2)]',
    '(function () { return arguments })(1)',
    '(() => { const a = []; a.push(a); return a })()',
    '(() => { const a = {}; a.b = { a }; return a })()',
    '(() => { let deep = 1; for (let n = 0; n < 101; n++) deep = [deep]; return deep })()',
    '(() => { let deep = 1; for (let n = 0; n < 60; n++) deep = [deep]; const s = deep; for (let n = 0; n < 60; n++) deep = [deep]; return [s, deep] })()',
    'globalThis',
    'Promise.resolve(1)',
    'Object.freeze([1])',
    'JSON.rawJSON("1")',
    'undefined',
  ])('%s', (expression) => {
    expect(read(expression).found.kind).toBe('not_plain')
  })
})

describe("the reader's limits", () => {
  test('limits the answer in bytes, not in characters', () => {
    expect(read(`'€'.repeat(40)`, 122).found.kind).toBe('json')
    expect(read(`'€'.repeat(40)`, 121).found.kind).toBe('too_large')
    expect(read(`['\\u0000', 1]`, 12).found.kind).toBe('json')
    expect(read(`['\\u0000', 1]`, 11).found.kind).toBe('too_large')
  })

  test('stops as soon as the text of a self-repeating value is too large', () => {
    const doubling = (depth: number) =>
      `(() => { let x = ['lol']; for (let n = 0; n < ${depth}; n++) x = [x, x, x, x, x, x, x, x, x, x]; return x })()`
    const { found } = read(doubling(3))
    expect(found.kind).toBe('json')
    guest.see((vm, value) => {
      expect(readJson(vm, value, mb)).toMatchObject({ kind: 'too_large', work: expect.any(Number) })
      expect(readJson(vm, value, mb).work).toBeLessThan(2 * mb)
      return undefined
    })
    guest.run(`give(${doubling(80)})`)
  })

  test('charges the guest for values visited and bytes written, deterministically', () => {
    const paid = (expression: string) => {
      let fuel = 0
      guest.see((vm, value) => {
        const before = vm.fuel
        readJson(vm, value, mb)
        fuel = before - vm.fuel
        return undefined
      })
      guest.run(`give(${expression})`)
      return fuel
    }
    const items = (count: number) => `Array.from({ length: ${count} }, (_, n) => ({ n: n % 10, undefined }))`
    expect(paid(items(2000))).toBe(paid(items(2000)))
    expect(paid(items(3000)) - paid(items(2000))).toBe(paid(items(4000)) - paid(items(3000)))
    expect(paid(items(3000)) - paid(items(2000))).toBeGreaterThan(1000 * 32)
  })

  test('a property that JSON omits costs no more than another one, however long its name', () => {
    const { found, text } = read(`(() => {
      const name = 'é'.repeat(4_000_000)
      return Array.from({ length: 200 }, (_, n) => ({ ['k' + n]: n, [name]: undefined }))
    })()`)
    expect(written(found)).toBe(text)
    expect(found.work).toBeLessThan(4000)
  })

  test('leaves an object to the guest if a property name starts with a digit, in one-byte and two-byte strings', () => {
    expect(read(`({ '1é': 1 })`).found.kind).toBe('not_plain')
    expect(read(`({ '9東': 1 })`).found.kind).toBe('not_plain')
    expect(written(read(`({ '': 1, '/9': 2, ':0': 3, '東9': 4, '٣': 5, 'Ā0': 6 })`).found)).toBe(
      '{"":1,"/9":2,":0":3,"東9":4,"٣":5,"Ā0":6}',
    )
  })

  test('leaves a value to the guest when it costs more than the fuel left', () => {
    guest.see((vm, value) => {
      vm.fuel = 1000
      expect(readJson(vm, value, mb).kind).toBe('not_plain')
      vm.fuel = 1e15
      return undefined
    })
    guest.run('give(Array.from({ length: 1000 }, () => undefined).map(() => ({})))')
  })

  test('leaves a value to the guest when it has more than the allowed number of values', () => {
    guest.see((vm, value) => {
      expect(readJson(vm, value, mb, 2000).kind).toBe('json')
      const { kind, work } = readJson(vm, value, mb, 500)
      expect(kind).toBe('not_plain')
      expect(work).toBeLessThan(3000)
      return undefined
    })
    guest.run('const one = {}; give(Array.from({ length: 1000 }, () => one))')
  })

  test('always returns `json`, `too_large` or `not_plain`, whatever the memory contains', () => {
    const reader = new HeapJsonReader()
    const value = `{ a: [1, 'x', { b: 'é東' }, 1.5], c: 'q'.repeat(700) + 'r', d: { e: [[], {}] } }`
    let memory = new Uint8Array()
    let at = { pointer: 0, realm: guest.vm.realm }
    guest.see((vm, pointer) => {
      memory = Uint8Array.from(vm.bytes())
      at = { pointer: vm.view().getUint32(pointer, true), realm: vm.realm }
      return undefined
    })
    guest.run(`give(${value})`)
    const heapStart = memory.length - memory.length / 4
    const words = fc.array(
      fc.record({
        near: fc.oneof(fc.constant(at.pointer), fc.integer({ min: 1024 * 1024, max: heapStart })),
        offset: fc.integer({ min: -64, max: 400 }),
        word: fc.oneof(
          fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
          fc.integer({ min: 0, max: memory.length }),
          fc.constantFrom(0, -1, -6, -7, 1, 2, at.pointer, 0x7fffffff),
        ),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const view = new DataView(memory.buffer)
    const handle = 1024
    view.setUint32(handle, at.pointer, true)
    view.setInt32(handle + 4, -1, true)
    expect(reader.read(memory.buffer, at.realm, handle, 10_000, 20_000).kind).toBe('json')
    fc.assert(
      fc.property(words, (changes) => {
        const undo: (() => void)[] = []
        for (const { near, offset, word } of changes) {
          const place = near + offset * 4
          if (place < 0 || place + 4 > memory.length) continue
          const before = view.getInt32(place, true)
          undo.unshift(() => view.setInt32(place, before, true))
          view.setInt32(place, word, true)
        }
        const found = reader.read(memory.buffer, at.realm, handle, 10_000, 20_000)
        for (const each of undo) each()
        expect(['json', 'too_large', 'not_plain']).toContain(found.kind)
        if (found.kind === 'json') expect(() => JSON.parse(written(found))).not.toThrow()
        expect(found.work).toBeLessThanOrEqual(31_000)
      }),
      { numRuns: 500 },
    )
  })
})
