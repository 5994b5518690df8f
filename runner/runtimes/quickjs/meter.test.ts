import { describe, expect, test } from 'vitest'
import { type MeterOptions, meter } from '../wasm/meter.ts'
import { encodeName, writeSections } from '../wasm/wasm-binary.ts'
import { isEngine } from './engine.ts'
import { testEngine } from './testing/in-thread.ts'

describe('the metered engine', () => {
  test('is valid and has every export that the runtime uses', async () => {
    const module = await testEngine(64)
    const imports = Object.fromEntries(
      WebAssembly.Module.imports(module).map(({ module: from }) => [from, new Proxy({}, { get: () => () => 0 })]),
    )
    expect(isEngine(new WebAssembly.Instance(module, imports).exports)).toBe(true)
  })

  test('asks an import from time to time, and charges the same in all', () => {
    const costIn = (slice: number) => {
      let asked = 0
      const guest = instance({ interruptImport: 'pause' }, () => {
        asked += 1
        guest.askBelow(guest.fuel() - slice)
        return 0
      })
      guest.fuel(1_000_000)
      guest.askBelow(1_000_000 - slice)
      guest.call('callInLoop', 1000)
      return { cost: 1_000_000 - guest.fuel(), asked }
    }
    const [whole, sliced] = [costIn(1_000_000), costIn(500)]
    expect(whole.asked).toBe(0)
    expect(sliced.asked).toBeGreaterThan(10)
    expect(sliced.cost).toBe(whole.cost)
  })

  test.each(['callInLoop', 'loopInLoop'])('ends when the import that %s asks throws', (name) => {
    const guest = instance({ interruptImport: 'pause' }, () => {
      throw new RangeError('stop')
    })
    guest.fuel(1_000_000)
    guest.askBelow(990_000)
    expect(() => guest.call(name, -1)).toThrow('stop')
    expect(guest.fuel()).toBeGreaterThan(980_000)
  })

  test.each(['spin', 'recurse'])('traps when %s uses up its fuel, whether it asks or not', (name) => {
    for (const more of [{}, { interruptImport: 'pause' }]) {
      const guest = instance(more)
      guest.fuel(10_000)
      expect(() => guest.call(name)).toThrow('unreachable')
      expect(guest.fuel()).toBeLessThan(0)
    }
  })

  test('uses the same fuel for the same work, and more for more work', () => {
    const { call, fuel } = instance()
    const costOf = (turns: number) => {
      fuel(1_000_000)
      call('count', turns)
      return 1_000_000 - fuel()
    }
    expect(costOf(10)).toBe(costOf(10))
    expect(costOf(20) - costOf(10)).toBe(costOf(30) - costOf(20))
    expect(costOf(20)).toBeGreaterThan(costOf(10))
  })

  test('charges bulk copies by their length', () => {
    const { call, fuel } = instance()
    const costOf = (bytes: number) => {
      fuel(1_000_000)
      call('fill', bytes)
      return 1_000_000 - fuel()
    }
    expect(costOf(60_000) - costOf(0)).toBe(60_000 / 8)
  })

  test('sees only its virtual memory size, however large the real memory is', () => {
    const { call, fuel, pages, limit, real } = instance()
    fuel(1_000_000)
    expect(call('grow', 3)).toBe(1)
    expect([call('size'), real()]).toEqual([4, 4])
    pages(1)
    expect([call('size'), call('grow', 2), call('size'), real()]).toEqual([1, 1, 3, 4])
    expect([call('grow', 6), call('size'), real()]).toEqual([3, 9, 9])
    limit(9)
    expect([call('grow', 1), call('grow', -1), call('size')]).toEqual([-1, -1, 9])
  })

  test('sets __out_of_memory when memory is refused', () => {
    const { call, fuel, limit, outOfMemory } = instance()
    fuel(1_000_000)
    limit(2)
    call('grow', 1)
    expect(outOfMemory()).toBe(0)
    call('grow', 1)
    expect(outOfMemory()).toBe(1)
    const other = instance()
    other.fuel(1_000_000)
    other.call('oom')
    expect(other.outOfMemory()).toBe(1)
  })

  test('records the lowest stack pointer since the last reset', () => {
    const { call, fuel, lowestStack } = instance()
    fuel(1_000_000)
    for (const pointer of [3000, 2000, 2500]) call('push', pointer)
    expect(lowestStack()).toBe(2000)
    lowestStack(4096)
    call('push', 4000)
    expect(lowestStack()).toBe(4000)
    call('push', -16)
    expect(lowestStack()).toBe(-16)
  })

  test('rejects a module that the meter cannot rewrite safely', () => {
    const options = { maxPages: 16, outOfMemoryFunction: 'oom' }
    expect(() => meter(sample([0xfd, 0x0c, 0x0b]), options)).toThrow('opcode 253')
    expect(() => meter(sample([0x0b]), { ...options, outOfMemoryFunction: 'none' })).toThrow('does not export none')
    expect(() => meter(sample([0x0b]), { ...options, interruptImport: 'none' })).toThrow('does not import none')
    expect(() => meter(sample([0x0b, 0x0b]), options)).toThrow('after its end')
  })
})

/** A small module with one page of memory and one import, `pause`; `oom` has this body. */
function sample(oom: readonly number[]): Uint8Array<ArrayBuffer> {
  const [i32, none, end] = [0x7f, 0x40, 0x0b]
  const types = [
    [0x60, 0, 0],
    [0x60, 1, i32, 1, i32],
    [0x60, 0, 1, i32],
  ]
  const local = 0x20
  const bodies: Array<readonly [exported: string, type: number, code: readonly number[]]> = [
    ['spin', 0, [0x03, none, 0x0c, 0, end, end]],
    // loop: n = n - 1; continue while n is not 0
    ['count', 1, [0x03, none, local, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, end, local, 0, end]],
    ['fill', 1, [0x41, 0, 0x41, 0, local, 0, 0xfc, 0x0b, 0, local, 0, end]],
    ['grow', 1, [local, 0, 0x40, 0, end]],
    ['size', 2, [0x3f, 0, end]],
    ['oom', 0, oom],
    // sp = n; sp = 4096
    ['push', 1, [local, 0, 0x24, 0, 0x41, 0x80, 0x20, 0x24, 0, local, 0, end]],
    ['recurse', 0, [0x10, 8, end]],
    // loop: size(); n = n - 1; continue while n is not 0
    ['callInLoop', 1, [0x03, none, 0x10, 5, 0x1a, local, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, end, local, 0, end]],
    // loop: loop: n = n - 1, continue while n is no multiple of 4; continue
    [
      'loopInLoop',
      1,
      [
        0x03,
        none,
        0x03,
        none,
        local,
        0,
        0x41,
        1,
        0x6b,
        0x22,
        0,
        0x41,
        3,
        0x71,
        0x0d,
        0,
        end,
        0x0c,
        0,
        end,
        local,
        0,
        end,
      ],
    ],
  ]
  const list = (items: ReadonlyArray<readonly number[]>) => Uint8Array.from([items.length, ...items.flat()])
  return writeSections([
    { id: 1, body: list(types) },
    { id: 2, body: list([[...encodeName('host'), ...encodeName('pause'), 0, 2]]) },
    { id: 3, body: list(bodies.map(([, type]) => [type])) },
    { id: 5, body: Uint8Array.from([1, 0, 1]) },
    { id: 6, body: list([[i32, 1, 0x41, 0x80, 0x20, end]]) },
    {
      id: 7,
      body: list([
        ...bodies.map(([exported], at) => [...encodeName(exported), 0, at + 1]),
        [...encodeName('memory'), 2, 0],
        [...encodeName('__stack_pointer'), 3, 0],
      ]),
    },
    { id: 10, body: list(bodies.map(([, , code]) => [code.length + 1, 0, ...code])) },
  ])
}

function instance(more: Pick<MeterOptions, 'interruptImport'> = {}, pause = () => 0) {
  const options = { maxPages: 16, outOfMemoryFunction: 'oom', ...more }
  const module = new WebAssembly.Module(meter(sample([0x0b]), options))
  const exports = new Map(Object.entries(new WebAssembly.Instance(module, { host: { pause } }).exports))
  const global = (name: string) => {
    const found = exports.get(name)
    if (!(found instanceof WebAssembly.Global)) throw new Error(`The module has no global ${name}`)
    return (value?: number): number => {
      if (value !== undefined) found.value = typeof found.value === 'bigint' ? BigInt(value) : value
      return Number(found.value)
    }
  }
  return {
    call: (name: string, ...args: number[]): unknown => {
      const found = exports.get(name)
      if (typeof found !== 'function') throw new Error(`The module has no function ${name}`)
      return found(...args)
    },
    fuel: global('__fuel'),
    askBelow: global('__ask_below'),
    pages: global('__pages'),
    limit: global('__page_limit'),
    lowestStack: global('__lowest_stack'),
    outOfMemory: global('__out_of_memory'),
    real: () => {
      const memory = exports.get('memory')
      return memory instanceof WebAssembly.Memory ? memory.buffer.byteLength / 65_536 : 0
    },
  }
}
