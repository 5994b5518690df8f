import { expect, test } from 'vitest'
import { StreamBytes } from './stream-bytes.ts'

const firstBytes = 64 * 1024

/** Bytes of which so many have room still, then a list's tag, a byte for its count, and what stands in the list. */
function almostFull(room: number) {
  const bytes = new StreamBytes()
  const inList = Buffer.from('what stands in the list')
  while (bytes.length < firstBytes - room - 2 - inList.length) bytes.byte(0x78)
  const list = bytes.length
  for (const byte of [0x09, 0, ...inList]) bytes.byte(byte)
  return { bytes, list, inList }
}

test.each([
  [0x80, '8001'],
  [0x4000, '808001'],
  [0x200000, '80808001'],
])('a count of %i parts for which there is no room any more loses nothing of them', (parts, written) => {
  for (let room = 0; room < 4; room += 1) {
    const { bytes, list, inList } = almostFull(room)
    bytes.count(list + 1, parts)
    const end = Buffer.from(bytes.written)
    expect(end.subarray(0, list)).toEqual(Buffer.alloc(list, 0x78))
    expect(end.subarray(list).toString('hex')).toBe(`09${written}${inList.toString('hex')}`)
  }
})
