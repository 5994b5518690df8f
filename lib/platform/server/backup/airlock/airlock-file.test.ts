import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ScryptCost, scryptCost } from '../../auth/password.ts'
import { AirlockError } from './airlock-error.ts'
import { openAirlock, sealAirlock } from './airlock-file.ts'
import { type AirlockSecret, fileCost, leadBytes } from './airlock-header.ts'
import { newKeyPair } from './recipient-key.ts'

const secret = { passphrase: 'correct horse battery staple' }
const cost = { ln: 1, r: 1, p: 1 }
const seal = async (bytes: Iterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(sealAirlock(bytes, { content: 'export', lock: { ...secret, cost } })))
const open = async (file: Uint8Array, passphrase = secret.passphrase) =>
  Buffer.concat(await Array.fromAsync(openAirlock([file], { content: 'export', secret: { passphrase } })))
const faultOf = (opened: Promise<unknown>) =>
  opened.then(
    () => 'opened',
    (cause: unknown) => (cause instanceof AirlockError ? cause.fault : cause),
  )
/** Mostly small, and around the borders of one, two and three chunks. */
const size = fc.oneof(
  { weight: 4, arbitrary: fc.nat(200) },
  fc.constantFrom(1, 2, 3).chain((chunks) => fc.integer({ min: -1, max: 1 }).map((more) => chunks * 65_536 + more)),
)

test('a file opens to the same bytes, however they were divided, and two files of the same bytes differ', async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.integer({ min: 1000, max: 100_000 }), async (bytes, part) => {
      const plain = randomBytes(bytes)
      const parts = Array.from({ length: Math.ceil(bytes / part) }, (_, at) =>
        plain.subarray(at * part, (at + 1) * part),
      )
      const file = await seal(parts)
      expect((await open(file)).equals(plain)).toBe(true)
      const split = [file.subarray(0, part), file.subarray(part)]
      const opened = await Array.fromAsync(openAirlock(split, { content: 'export', secret }))
      expect(Buffer.concat(opened).equals(plain)).toBe(true)
      expect((await seal(parts)).equals(file)).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('500 files with a cut, a changed byte, or more bytes do not open', async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.integer({ min: 1, max: 255 }), async (bytes, place, flip) => {
      const file = await seal([randomBytes(bytes)])
      const at = place % file.length
      const changed = Buffer.from(file)
      changed[at] = (changed[at] ?? 0) ^ flip
      for (const wrong of [changed, file.subarray(0, at), Buffer.concat([file, randomBytes(1 + (place % 70_000))])]) {
        expect(['damaged', 'locked', 'not_airlock', 'newer']).toContain(await faultOf(open(wrong)))
      }
    }),
    { numRuns: 500 },
  )
}, 60_000)

test('chunks in another order, repeated chunks and a file cut between two chunks do not open', async () => {
  const file = await seal([randomBytes(3 * 65_536)])
  const start = file.length - 3 * (65_536 + 16)
  const chunk = (number: number) => file.subarray(start + number * 65_552, start + (number + 1) * 65_552)
  const of = (...chunks: number[]) => Buffer.concat([file.subarray(0, start), ...chunks.map(chunk)])
  expect(await faultOf(open(of(0, 1, 2)))).toBe('opened')
  for (const wrong of [of(1, 0, 2), of(0, 0, 2), of(0, 1), of(0), of(), of(2), of(0, 1, 2, 2)]) {
    expect(await faultOf(open(wrong))).toBe('damaged')
  }
})

test('says whether the passphrase is wrong, the version is newer, or the file is of another kind', async () => {
  const file = await seal([Buffer.from('content')])
  expect(await faultOf(open(file, 'another passphrase'))).toBe('locked')
  expect(await faultOf(open(Buffer.from('PK a zip archive, for example')))).toBe('not_airlock')
  expect(await faultOf(open(Buffer.alloc(0)))).toBe('not_airlock')
  expect(await faultOf(Array.fromAsync(openAirlock([file], { content: 'backup', secret })))).toBe('not_airlock')
  const newer = Buffer.from(file)
  newer.write('3', leadBytes + '{"version":'.length)
  expect(await faultOf(open(newer))).toBe('newer')
})

test('guessing the passphrase of a file costs at least the work of guessing the password of an account, and its memory for as long', async () => {
  const [start] = await Array.fromAsync(sealAirlock([], { content: 'backup', lock: secret }))
  expect(start?.toString('latin1')).toContain(JSON.stringify(fileCost).slice(1, -1))
  const workOf = ({ ln, r, p }: ScryptCost) => 2 ** ln * r * p
  const memoryAndTimeOf = (cost: ScryptCost) => 2 ** cost.ln * cost.r * workOf(cost)
  expect(workOf(fileCost)).toBeGreaterThanOrEqual(workOf(scryptCost))
  expect(memoryAndTimeOf(fileCost)).toBeGreaterThanOrEqual(memoryAndTimeOf(scryptCost))
})

/** Written with the cost of passwords. */
const ofVersion1 = Buffer.from(
  'dHJhdmVsLmF3IGFpcmxvY2sKAHF7InZlcnNpb24iOjEsImNvbnRlbnQiOiJiYWNrdXAiLCJsb2NrIjp7ImtpbmQiOiJwYXNzcGhy' +
    'YXNlIiwic2FsdCI6Ikh4MXFDdzhWbm5yZ1F6WkViZTFBR3ciLCJsbiI6MTcsInIiOjgsInAiOjF9feS3gM23IouhsDHMPPaoHWN8' +
    '8IUIGGoZWeysZjDH8+gyeecgSB/J9Q==',
  'base64',
)

test('a file of version 1 opens', async () => {
  expect(ofVersion1.toString('latin1')).toContain('{"version":1,')
  const opened = await Array.fromAsync(openAirlock([ofVersion1], { content: 'backup', secret }))
  expect(String(Buffer.concat(opened))).toBe('content')
})

test('a file for a recipient opens with the private key only, and two of them share no key', async () => {
  const [own, other] = [newKeyPair(), newKeyPair()]
  const file = Buffer.concat(
    await Array.fromAsync(
      sealAirlock([Buffer.from('content')], { content: 'backup', lock: { recipient: own.publicKey } }),
    ),
  )
  const opened = (given: AirlockSecret, bytes = file) =>
    Array.fromAsync(openAirlock([bytes], { content: 'backup', secret: given }))
  expect(String(Buffer.concat(await opened(own)))).toBe('content')
  for (const wrong of [other, secret, {}, { privateKey: `${other.privateKey.slice(0, 43)}.${own.publicKey}` }]) {
    expect(await faultOf(opened(wrong))).toMatch(/^(not_recipient|locked|damaged)$/)
  }
  const changed = Buffer.from(file)
  const at = file.indexOf('"ephemeral":"') + 20
  changed[at] = changed[at] === 65 ? 66 : 65
  expect(await faultOf(opened(own, changed))).toMatch(/^(locked|damaged)$/)
})

test('a header that asks for more memory than our own files is refused before the key is derived', async () => {
  const file = await seal([Buffer.from('content')])
  const at = file.indexOf('"ln":1')
  const greedy = Buffer.concat([file.subarray(0, at), Buffer.from('"ln":30'), file.subarray(at + 6)])
  greedy.writeUInt16BE(greedy.readUInt16BE(leadBytes - 2) + 1, leadBytes - 2)
  expect(await faultOf(open(greedy))).toBe('damaged')
})
