import { expect, test } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'

type Call = { readonly number: number; readonly architecture: number; readonly first?: number }

/** Interprets the filter's instructions as the kernel does. */
function answerTo(filter: Uint8Array, call: Call): number {
  const view = new DataView(filter.buffer)
  let loaded = 0
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [view.getUint16(at, true), view.getUint32(at + 4, true)]
    const jump = (holds: boolean) => view.getUint8(at + (holds ? 2 : 3)) * 8
    if (code === 0x20)
      loaded = value === 0 ? call.number : value === 4 ? call.architecture : (call.first ?? unixSockets)
    else if (code === 0x15) at += jump(loaded === value)
    else if (code === 0x35) at += jump(loaded >= value)
    else return value
  }
  throw new Error('the filter has no end')
}

const unixSockets = 1
const [allowed, refused] = [0x7fff_0000, 0x0005_0026]

test.each([
  ['x64', 0xc000_003e, [319, 29, 68, 240, 165, 54, 425, 428, 430, 432, 447], [41, 53]],
  ['arm64', 0xc000_00b7, [279, 194, 186, 180, 40, 208, 425, 428, 430, 432, 447], [198, 199]],
])(
  'refuses on %s exactly the listed system calls, sockets of other families, and every call of another architecture',
  (arch, architecture, calls, sockets) => {
    const filter = seccompFilter(arch)
    if (filter === undefined) throw new Error('there is no filter')
    const numbers = Array.from({ length: 600 }, (_, number) => number)
    expect(numbers.filter((number) => answerTo(filter, { number, architecture }) === refused)).toEqual(
      calls.toSorted((a, b) => a - b),
    )
    expect(numbers.filter((number) => answerTo(filter, { number, architecture }) === allowed)).toHaveLength(589)
    for (const first of [0, 2, 10, 16, 17, 40]) {
      const others = numbers.filter((number) => answerTo(filter, { number, architecture, first }) === refused)
      expect(others).toEqual([...calls, ...sockets].toSorted((a, b) => a - b))
    }
    expect(answerTo(filter, { number: 0x4000_0000 + 1, architecture })).toBe(refused)
    for (const other of [0x4000_0003, 0x4000_0028, 0])
      expect(answerTo(filter, { number: 1, architecture: other })).toBe(refused)
  },
)

test('returns no filter for an architecture with unknown system call numbers', () => {
  expect(seccompFilter('riscv64')).toBeUndefined()
})
