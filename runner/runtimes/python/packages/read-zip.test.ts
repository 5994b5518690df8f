import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeZip } from '../testing/make-zip.ts'
import { BadZip, readZip } from './read-zip.ts'

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8}\.py)?$/), { maxLength: 8 })
const contents = fc.array(fc.uint8Array({ maxLength: 500 }), { minLength: 8, maxLength: 8 })

test('gives back the files of an archive, stored or packed', () => {
  fc.assert(
    fc.property(names, contents, fc.constantFrom(0, 8), (paths, bytes, method) => {
      const files = Object.fromEntries(paths.map((path, index) => [path, bytes[index] ?? new Uint8Array()]))
      const read = readZip(makeZip(files, { method })).map((entry) => [entry.path, Buffer.from(entry.read())])
      expect(read).toEqual(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
    }),
  )
})

test('an archive with changed or missing bytes is read as it was or refused, and breaks nothing', () => {
  const whole = makeZip({ 'a/one.py': 'x = 1\n'.repeat(50), 'a/two.py': 'y = 2\n' })
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
      const damaged = Buffer.from(whole.subarray(0, length))
      if (at < length) damaged[at] = byte
      try {
        for (const entry of readZip(damaged)) entry.read()
      } catch (error) {
        expect(error).toBeInstanceOf(BadZip)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(['../up.py', '/etc/passwd', 'a/../../b.py', 'a\\b.py', 'a//b.py', './a.py', 'C:a.py', 'a\n.py'])(
  'refuses an archive with the path %j',
  (path) => {
    expect(() => readZip(makeZip({ [path]: '' }))).toThrow(BadZip)
  },
)

test('never unpacks more than an archive states', () => {
  const zip = makeZip({ 'a.py': '0'.repeat(1_000_000) })
  const statedSize = zip.lastIndexOf('PK\x01\x02') + 24
  zip.writeUInt32LE(10, statedSize)
  const [entry] = readZip(zip)
  expect(entry?.size).toBe(10)
  expect(() => entry?.read()).toThrow(BadZip)
})
