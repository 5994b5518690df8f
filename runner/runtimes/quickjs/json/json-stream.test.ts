import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testEngine } from '../testing/in-thread.ts'
import { type Guest, openGuest } from '../testing/open-guest.ts'
import { FoundParts } from './found-parts.ts'
import { createGuestJson } from './guest-json.ts'
import { JsonStreamWriter } from './json-stream.ts'

vi.setConfig({ testTimeout: 60_000 })

let guest: Guest
beforeAll(async () => {
  guest = openGuest(await testEngine())
})

const guestJson = createGuestJson()
const mb = 1024 * 1024

/** What an expression gives in which `value` is what the guest got for a JSON text; `undefined`: it got nothing. */
function made(
  json: string | Uint8Array,
  share = false,
  expression = 'JSON.stringify(value)',
  by = guestJson,
): string | undefined {
  let isAsked = false
  let answer: string | undefined
  guest.see((vm, value) => {
    if (isAsked) {
      answer = vm.textOf(value, 64 * mb)
      return undefined
    }
    isAsked = true
    return by.valueOf(vm, Buffer.from(json), share)
  })
  guest.run(`{ const value = give(0); if (value !== undefined) give(${expression}) }`)
  return answer
}

/** Names of which each has the same place in the table of names. */
function namesThatMeet(count: number): string[] {
  const names: string[] = []
  for (let number = 0; names.length < count; number += 1) {
    const name = `n${number}`
    const hash = [...Buffer.from(name)].reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5)
    if ((hash & 0xfff) === 0) names.push(name)
  }
  return names
}

const parsed = (json: string) => JSON.stringify(JSON.parse(json))

describe('JSON is made into what JSON.parse gives', () => {
  test.each([
    '1',
    '"text"',
    'null',
    ' \n\r\t[ 1 , 2 ]\n ',
    '[true,false,null]',
    '[0,-0,-1,63,64,-64,-65,999999999,1000000000,2147483647,2147483648,-2147483648,-2147483649]',
    '[1.0,1e3,1E+2,1e-2,0.1,-0.0,1e400,-1e400,5e-324,123456789012345678901234567890,9007199254740993]',
    '{}',
    '[[],{},[{}],{"a":[]}]',
    '{"b":1,"a":2,"b":3}',
    '{"__proto__":{"polluted":1},"constructor":2,"then":3,"length":4,"name":5,"toString":6}',
    '{"789":1,"2":2,"10":3,"01":4,"-1":5,"2147483647":6,"2147483648":7,"4294967294":8,"4294967295":9,"4294967296":10}',
    '["é","ÿ","東京","𝒳","a\\u0000b","\\ud800","\\udfff\\ud800","\\"\\\\\\/\\b\\f\\n\\r\\t"]',
    '{"é":1,"東":2,"\\u0061":3,"a":4,"\\ud800":5,"":6,"\\"":7}',
    `["${'x'.repeat(63)}","${'x'.repeat(64)}","${'é'.repeat(8192)}","${'東'.repeat(20000)}"]`,
    `[${Array.from({ length: 127 }, () => '0')}]`,
    `[${Array.from({ length: 128 }, () => '[0]')}]`,
    `[${Array.from({ length: 20_000 }, (_, n) => `"${n}"`)}]`,
    `{${Array.from({ length: 300 }, (_, n) => `"k${n}":{"k${n}":${n}}`)}}`,
    `${'['.repeat(100)}${']'.repeat(100)}`,
  ])('%s', (json) => {
    expect(made(json)).toBe(parsed(json))
    expect(made(json, true)).toBe(parsed(json))
  })

  test('any JSON, shared or not, however it is spaced', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 8, unit: 'binary' }),
      fc.constantFrom('__proto__', 'a', 'b', '0', '10'),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.oneof(
          fc.double(),
          fc.integer(),
          fc.string({ unit: 'binary', maxLength: 12 }),
          fc.constantFrom(null, 'a', 1),
        ),
        fc.array(tie('tree'), { maxLength: 6 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(tree, tree, fc.constantFrom(0, 1, '\t'), fc.boolean(), (one, other, indent, share) => {
        const json = JSON.stringify([one, other, one, { one, other }], null, indent)
        expect(made(json, share)).toBe(parsed(json))
      }),
      { numRuns: 150 },
    )
  })
})

test('lists in lists whose counts outgrow the room that the stream has are still what they were', () => {
  const levels = 30
  const lists = `${`[${'1,'.repeat(127)}`.repeat(levels)}1.5${']'.repeat(levels)}`
  // The stream of a new writer has 64 KB, and each count takes one byte more.
  const most = 64 * 1024 - 256 * levels
  for (let before = most - 60; before < most + 10; before += 1) {
    const json = `["${'x'.repeat(before)}",${lists}]`
    expect(made(json, false, undefined, createGuestJson()) === json, `${before} characters before`).toBe(true)
  }
})

test.each([
  ['texts', (n: number) => `"n${n}":1`],
  ['numbers', (n: number) => `"${n}":1`],
])('more than 100,000 names that are %s are left to the guest', (_, field) => {
  const of = (count: number) => Buffer.from(`{${Array.from({ length: count }, (_, n) => field(n))}}`)
  const writer = new JsonStreamWriter()
  expect(writer.write(of(100_000), false)).toBeDefined()
  expect(writer.write(of(100_001), false)).toBeUndefined()
})

test('names with one hash are two names, each sent once', () => {
  const json = `[${Array.from({ length: 50 }, (_, n) => `{"${n % 2 === 0 ? 'yaczf' : 'glbpp'}":${n}}`)}]`
  expect(made(json)).toBe(json)
  const [, names] = new JsonStreamWriter().write(Buffer.from(json), false) ?? []
  expect(names).toHaveLength(2 * (2 + 'yaczf'.length))
})

describe('what is not JSON is left to the guest', () => {
  test.each([
    '',
    ' ',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '{1:1}',
    '[1 2]',
    '1 2',
    '[',
    '{"a":[1',
    '"open',
    '"\\',
    '"\\x41"',
    '"\\u12"',
    '"a\u0001"',
    '"\n"',
    '[01]',
    '[+1]',
    '[1.]',
    '[.5]',
    '[-]',
    '[1e]',
    '[0x10]',
    '[1_000]',
    'nul',
    'nulll',
    '[True]',
    'NaN',
    "['a']",
    '[1/**/]',
    '\ufeff[1]',
    '[\u00a01]',
    `${'['.repeat(101)}${']'.repeat(101)}`,
  ])('%j', (json) => {
    expect(made(json)).toBeUndefined()
    expect(made(json, true)).toBeUndefined()
  })

  test.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xc0, 0x80, 0x22]],
    [[0x22, 0xe2, 0x82, 0x22]],
  ])('bytes that are no UTF-8: %j', (bytes) => {
    expect(made(Uint8Array.from(bytes))).toBeUndefined()
  })

  test('any text that is broken somewhere is read as JSON.parse reads it, or not at all', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', 'e', '.', '-', ' ', ':', '0', '\u0000'))
      .map(([whole, at, by]) => {
        const cut = at % (whole.length + 1)
        return whole.slice(0, cut) + by + whole.slice(cut + 1)
      })
    fc.assert(
      fc.property(broken, fc.boolean(), (json, share) => {
        const text = json.toWellFormed()
        let expected: string | undefined
        try {
          expected = parsed(text)
        } catch {
          expected = undefined
        }
        expect(made(text, share)).toBe(expected)
      }),
      { numRuns: 250 },
    )
  })
})

describe('sharing', () => {
  const same = 'String(value[0] === value[1])'

  test('makes one of objects and lists that are written alike, and only when asked for', () => {
    expect(made('[{"a":[1]},{"a":[1]}]', true, same)).toBe('true')
    expect(made('[{"a":[1]},{"a":[1]}]', false, same)).toBe('false')
    expect(made('[[{"a":1}],{"b":[{"a":1}]}]', true, 'String(value[0] === value[1].b)')).toBe('true')
  })

  test.each([
    ['another value', '[{"a":1},{"a":2}]'],
    ['another name', '[{"a":1},{"b":1}]'],
    ['another order', '[{"a":1,"b":2},{"b":2,"a":1}]'],
    ['more', '[{"a":1},{"a":1,"b":2}]'],
    ['a list', '[[1],{"1":1}]'],
    ['a text', '[["1"],[1]]'],
    ['a part that differs deep down', '[{"a":{"b":[1,{"c":"x"}]}},{"a":{"b":[1,{"c":"y"}]}}]'],
  ])('keeps apart what has %s', (_, json) => {
    expect(made(json, true, same)).toBe('false')
    expect(made(json, true)).toBe(parsed(json))
  })

  test('of more parts than are remembered, each is still what it was', () => {
    const forgetful = createGuestJson(new JsonStreamWriter(new FoundParts(1)))
    const parts = Array.from({ length: 900 }, (_, n) => `{"a":[{"b":${n}},[${n}]],"c":[{"d":${n % 7}}]}`)
    const ofParts = Array.from({ length: 900 }, (_, n) => `[{"b":${n}},[${n}]]`)
    const json = `[${[...parts, ...parts, ...ofParts]}]`
    expect(made(json, true, undefined, forgetful)).toBe(json)
  })

  test('what is repeated within what is repeated is found behind it too', () => {
    const json = '[{"x":{"y":[1,2]}},{"x":{"y":[1,2]}},[1,2],{"y":[1,2]},{"z":[[3],[3]]},[3]]'
    const expression =
      'String([value[0] === value[1], value[2] === value[0].x.y, value[3] === value[0].x, value[5] === value[4].z[1]])'
    expect(made(json, true, expression)).toBe('true,true,true,true')
  })

  test('long parts that come again, some in parts that are almost alike, are each what they were', () => {
    const word = fc.constantFrom('a', 'b', 'x'.repeat(60))
    const { part } = fc.letrec((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        fc
          .tuple(word, word, word)
          .map((words) => `{"k":"${words}","l":[${words.map((each) => `"${each}"`)}],"m":{"n":["${words}"]}}`),
        fc.array(tie('part'), { maxLength: 4 }).map((parts) => `[${parts}]`),
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => `{"k":${one},"m":${other}}`),
      ),
    }))
    fc.assert(
      fc.property(
        fc.array(part.map(String), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 2 }),
        (parts, probes) => {
          const json = `[${[...parts, ...parts, `[${parts}]`, ...parts.toReversed()]}]`
          const by = createGuestJson(new JsonStreamWriter(new FoundParts(probes)))
          expect(made(json, true, undefined, by)).toBe(parsed(json))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a long part that comes again is one with the first, and what has it is still found behind it', () => {
    const part = `{"a":"${'x'.repeat(300)}"}`
    // The short list has the object behind it read.
    const json = `[{"b":${part}},[1],{"b":${part}},${part}]`
    expect(made(json, true, 'String([value[0] === value[2], value[0].b === value[3]])')).toBe('true,true')
  })

  test('does not reach deeper than what is not shared', () => {
    const part = `{"a":"${'x'.repeat(300)}","b":${'['.repeat(60)}${']'.repeat(60)}}`
    const deep = (levels: number) => `[${part},${'['.repeat(levels)}${part}${']'.repeat(levels)}]`
    expect(made(deep(38), true, 'String(value.length)')).toBe('2')
    expect(made(deep(39), true, 'String(value.length)')).toBeUndefined()
  })

  test('objects of one answer are not those of another', () => {
    expect(made('[{"a":1}]', true, 'JSON.stringify((value[0].a = 2, value))')).toBe('[{"a":2}]')
    expect(made('[{"a":1}]', true)).toBe('[{"a":1}]')
  })

  test.each([
    '[{"a":[1],"a":2},[1]]',
    '[{"a":[1],"a":2},[3],[1]]',
    '[{"a":{"b":[1]},"b":0,"a":[7,8]},[1]]',
    '{"a":{"a":[1],"b":{"a":[2]}},"a":[[1],[2]]}',
    '{"a":{"b":{"a":[1]},"a":2},"c":[1],"a":3}',
    '[{"7":[1],"7":2},[3],[1]]',
    '[{"a":[1],"\\u0061":2},[3],[1]]',
    '[{"\\u0061":[1],"a":2},[3],[1]]',
    '[{"\\u0037":[1],"7":2},[3],[1]]',
    '[{"__proto__":[1],"__proto__":2},[3],[1]]',
    '[{"yaczf":[1],"glbpp":1,"yaczf":2},[3],[1]]',
  ])('is of nothing that a name which comes again has replaced: %s', (json) => {
    expect(made(json, true)).toBe(parsed(json))
  })

  test('is of nothing that was replaced, also when more names meet in one place than are remembered', () => {
    const names = namesThatMeet(12)
    const json = `[{${names.map((name) => `"${name}":[1]`)},${names.map((name) => `"${name}":2`)}},[3],[1]]`
    expect(made(json, true)).toBe(parsed(json))
  })

  test('goes on where a name comes again in another object', () => {
    expect(made('[{"a":{"a":[1],"b":1},"b":[1]},{"a":[1]}]', true, 'String(value[0].b === value[1].a)')).toBe('true')
  })

  test('any JSON whose objects have names twice is what JSON.parse gives', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('1', '[1]', '[2]', '{"a":[1]}', '"a"'),
        fc.array(tie('tree'), { maxLength: 4 }).map((parts) => `[${parts}]`),
        fc
          .array(fc.tuple(fc.constantFrom('"a"', '"b"', '"7"', '"\\u0061"'), tie('tree')), { maxLength: 4 })
          .map((parts) => `{${parts.map(([name, value]) => `${name}:${value}`)}}`),
      ),
    }))
    fc.assert(
      fc.property(fc.array(tree.map(String), { maxLength: 6 }), (parts) => {
        const json = `[${parts},${parts}]`.replace('[,]', '[]')
        expect(made(json, true)).toBe(parsed(json))
      }),
      { numRuns: 300 },
    )
  })

  test('is the same whatever was read before', () => {
    const lists = Array.from({ length: 100 }, (_, n) => `[${1024 * n}]`)
    const json = `[${[...lists, ...lists]}]`
    const other = JSON.stringify(Array.from({ length: 3000 }, (_, n) => ({ n })))
    const by = createGuestJson()
    const asked = () => {
      const objects = made(json, true, 'String(new Set(value).size)', by)
      return { objects, fuel: guest.vm.fuel }
    }
    const before = asked()
    made(other, true, undefined, by)
    expect(asked()).toEqual(before)
  })

  test('costs no memory beyond the text: a long answer of different parts is read', () => {
    const json = JSON.stringify(Array.from({ length: 60_000 }, (_, n) => [n]))
    expect(made(json, true, 'String([value.length, value[59_999]])')).toBe('60000,59999')
  })
})

test('the guest pays for the bytes of a text, whatever they are', () => {
  const paid = (json: string) => {
    let fuel = 0
    guest.see((vm) => {
      const before = vm.fuel
      guestJson.valueOf(vm, Buffer.from(json), true)
      fuel = before - vm.fuel
      return undefined
    })
    guest.run('give(0)')
    return fuel
  }
  expect(paid(' '.repeat(1000))).toBe(1000 * 64)
  expect(paid(`[${' '.repeat(998)}]`)).toBeGreaterThan(1000 * 64)
  expect(paid(`["${'x'.repeat(996)}"]`)).toBe(paid(`["${'y'.repeat(996)}"]`))
})
