import { beforeAll, describe, expect, test } from 'vitest'
import { failureOf } from '../../wasm/guest-failure.ts'
import { testInterpreter } from '../testing/in-thread.ts'
import { wasiCalls } from '../testing/wasi-calls.ts'
import { furtherWasiSignatures, wasiSignatures } from '../testing/wasi-signatures.ts'
import { errno } from './errno.ts'
import { GuestExit } from './imports.ts'

/** Chooses one of the given values, in an order that only depends on the seed. */
function seededNumbers(seed: number): <T>(values: readonly T[]) => T | undefined {
  let state = seed
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)]
  }
}

describe('Python', () => {
  describe('the list of functions that the interpreter can call', () => {
    let module: WebAssembly.Module
    beforeAll(async () => {
      module = (await testInterpreter()).module
    })

    test('has exactly what the module imports', () => {
      const imports = WebAssembly.Module.imports(module)
      expect(new Set(imports.map((each) => `${each.module} ${each.kind}`))).toEqual(
        new Set(['wasi_snapshot_preview1 function']),
      )
      // The C library of the build has no function that uses fd_allocate.
      const expected = Object.keys(wasiSignatures).filter((name) => name !== 'fd_allocate')
      expect(imports.map(({ name }) => name).sort()).toEqual(expected.sort())
    })

    test('has exactly what the host provides', () => {
      const reviewed = { ...wasiSignatures, ...furtherWasiSignatures }
      expect(wasiCalls().names.sort()).toEqual(Object.keys(reviewed).sort())
    })
  })
})

describe('functions with arguments that no C library passes', () => {
  const memoryBytes = 65_536
  const numbers = [0, 1, 3, 4, 5, 8, 64, 512, 1024, 4096, memoryBytes - 8, memoryBytes - 1, memoryBytes, -1, -8, -64]
  const words = [...numbers, -memoryBytes, 0x7fffffff, -0x80000000]
  const longs = [...numbers.map(BigInt), 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)]
  const starts = Array.from({ length: memoryBytes / 4 }, (_, word) => 4 * word)
  const known = new Set<unknown>(Object.values(errno))

  test.each(Object.entries({ ...wasiSignatures, ...furtherWasiSignatures }))(
    '%s ends at most the execution',
    (name, types) => {
      const pick = seededNumbers(name.length)
      // Each round gets another part of it: to draw every word of a memory anew took most of the time.
      const noise = Int32Array.from({ length: memoryBytes / 2 }, () => pick(words) ?? 0)
      for (let round = 0; round < 60; round += 1) {
        const wasi = wasiCalls({ memoryBytes, fuel: 1e13 })
        wasi.memory.set(new Uint8Array(noise.buffer, pick(starts), memoryBytes))
        wasi.memory.write('file', 1024)
        wasi.memory.write('..', 4096)
        wasi.open('/tmp/open', 1)
        const before = Buffer.from(wasi.memory)
        const args = [...types].map((type) => (type === 'l' ? pick(longs) : pick(words)) ?? 0)
        try {
          expect(known.has(wasi.call(name, ...args)), `${name}(${args.join()})`).toBe(true)
        } catch (error) {
          if (error instanceof GuestExit) continue
          expect(failureOf(error, { fuel: 1, ranOutOfMemory: false })).toMatchObject({ kind: 'failed' })
        }
        expect(wasi.world.files.bytes).toBeGreaterThanOrEqual(0)
        if (!types.includes('i')) expect(wasi.memory.equals(before)).toBe(true)
      }
    },
  )

  test.each([
    ['random_get', [-16, 8]],
    ['fd_fdstat_get', [1, -64]],
    ['fd_filestat_get', [1, -64]],
    ['args_get', [-4, 0]],
  ])('%s refuses a negative address', (name, args) => {
    const wasi = wasiCalls()
    wasi.memory.fill(1)
    expect(() => wasi.call(name, ...args)).toThrow(RangeError)
    expect(wasi.memory.every((byte) => byte === 1)).toBe(true)
  })

  test('fd_readdir takes a negative length as a large one', () => {
    const wasi = wasiCalls()
    expect(wasi.call('fd_readdir', 3, 4096, -1, 0n, 0)).toBe(0)
    expect(wasi.memory.readUInt32LE(0)).toBe(24 + 'lib'.length)
  })

  test('a write copies no more than a request may have, however its ranges overlap', () => {
    const printed: number[] = []
    const memoryBytes = 16 * 1024 * 1024
    const wasi = wasiCalls({ memoryBytes, fuel: 1e12, device: { print: (_, text) => printed.push(text.length) } })
    const count = wasi.ranges(...Array.from({ length: 1024 }, () => [0, memoryBytes] as const))
    const file = wasi.open('/tmp/file', 1)
    wasi.ranges(...Array.from({ length: 1024 }, () => [0, memoryBytes] as const))
    expect(wasi.call('fd_write', 1, 0, count, 0)).toBe(errno.tooBig)
    wasi.ranges(...Array.from({ length: 1024 }, () => [0, memoryBytes] as const))
    expect(wasi.call('fd_pwrite', file, 0, count, 0n, 0)).toBe(errno.tooBig)
    expect(printed).toEqual([])
  })

  test('a list of more ranges than any C library passes ends the execution', () => {
    expect(() => wasiCalls().call('fd_write', 1, 0, 1025, 0)).toThrow(RangeError)
    expect(() => wasiCalls().call('fd_write', 1, 0, -1, 0)).toThrow(RangeError)
  })

  test('random numbers continue where they stopped, however they are asked for', () => {
    const [once, twice] = [wasiCalls({ memoryBytes: 300_000 }), wasiCalls({ memoryBytes: 300_000 })]
    once.call('random_get', 0, 200_001)
    twice.call('random_get', 0, 7)
    twice.call('random_get', 7, 199_994)
    expect(twice.memory.equals(once.memory)).toBe(true)
  })
})
