import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { need } from '../../../../../scripts/testing/needs.ts'
import { createRepository, hasGit } from '../testing/local-sources.ts'
import { type GitObjects, MalformedGit, PackTooLarge, packetsOf, readPack } from './pack.ts'

const limits = { maxObjects: 1_000, maxBytes: 1024 * 1024 }
const needsGit = need(hasGit, 'the git program', 'install git')

/** A pack of raw objects: type, claimed size, what stands between, and content. */
type Raw = {
  readonly type: number
  readonly size?: number
  readonly between?: Buffer
  readonly content: string | Buffer
}

function sizeBytes(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
    bytes.push(left & 127)
  }
  return Buffer.from(bytes)
}

function packOf(objects: readonly Raw[], count = objects.length): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0')
  head.writeUInt32BE(count, 8)
  const parts = objects.map(({ type, size, between = Buffer.alloc(0), content }) => {
    const bytes = Buffer.from(content)
    return Buffer.concat([sizeBytes(type, size ?? bytes.length), between, deflateSync(bytes)])
  })
  return signed(Buffer.concat([head, ...parts]))
}

const signed = (body: Buffer): Buffer => Buffer.concat([body, Buffer.from(hash('sha1', body, 'hex'), 'hex')])

const contentsOf = (objects: GitObjects) =>
  Object.fromEntries([...objects].map(([id, { type, content }]) => [id, `${type} ${content.toString('latin1')}`]))

const why = (pack: Buffer) =>
  readPack(pack, limits).then(
    () => 'read',
    (cause: unknown) => cause,
  )

describe('a pack', () => {
  it('gives the objects that git wrote into it, deltas too', needsGit, async () => {
    using repository = createRepository()
    const long = Array.from({ length: 400 }, (_, index) => `line ${(index * 7919) % 1_000}\n`)
    for (let version = 0; version < 4; version += 1) {
      const lines = [...long.slice(version * 10), `version ${version}\n`, ...long.slice(0, version * 10)]
      repository.commit({ 'a/long.txt': lines.join(''), 'a/empty': '', 'b.bin': Uint8Array.from([version, 0, 255]) })
    }
    const ids = repository
      .git(['rev-list', '--objects', '--all'])
      .split('\n')
      .map((line) => line.slice(0, 40))
    const pack = execFileSync('git', ['pack-objects', '--stdout', '--delta-base-offset', '-q'], {
      cwd: repository.folder,
      input: ids.map((id) => `${id}\n`).join(''),
    })
    const objects = await readPack(pack, limits)
    expect([...objects.keys()].sort()).toEqual([...ids].sort())
    for (const [id, { type, content }] of objects) {
      expect(repository.git(['hash-object', '-t', type, '--stdin'], content)).toBe(id)
    }
  })

  it('gives an object the id of its content, whatever the server says', async () => {
    const objects = await readPack(packOf([{ type: 3, content: 'hello\n' }]), limits)
    expect(contentsOf(objects)).toEqual({ ce013625030ba8dba906f756967f9e9ca394464a: 'blob hello\n' })
  })

  const base: Raw = { type: 3, content: 'abc' }
  const onBase = (content: Buffer): Raw => {
    const distance = packOf([base]).length - 12 - 20
    return { type: 6, between: Buffer.from([distance]), content }
  }
  it('applies a delta to its base', async () => {
    const delta = Buffer.from([3, 6, 0x90, 3, 3, ...Buffer.from('def')])
    const objects = await readPack(packOf([base, onBase(delta)]), limits)
    expect(Object.values(contentsOf(objects))).toEqual(['blob abc', 'blob abcdef'])
  })

  it.each([
    ['an object that is larger than it says', [{ type: 3, size: 2, content: 'abc' }]],
    ['an object that is smaller than it says', [{ type: 3, size: 4, content: 'abc' }]],
    ['an object of an unknown type', [{ type: 5, content: 'abc' }]],
    ['a delta without its base', [{ type: 6, between: Buffer.from([5]), content: Buffer.from([3, 0]) }]],
    ['a delta of an unknown base', [{ type: 7, between: Buffer.alloc(20), content: Buffer.from([3, 0]) }]],
    ['a delta of a base of another size', [base, onBase(Buffer.from([4, 3, 0x90, 3]))]],
    ['a delta that reads beyond its base', [base, onBase(Buffer.from([3, 4, 0x90, 4]))]],
    ['a delta that writes beyond its result', [base, onBase(Buffer.from([3, 2, 0x90, 3]))]],
    ['a delta that gives less than it says', [base, onBase(Buffer.from([3, 9, 0x90, 3]))]],
    ['a delta with a reserved instruction', [base, onBase(Buffer.from([3, 1, 0]))]],
    ['a delta that is cut off', [base, onBase(Buffer.from([3, 3, 0x90]))]],
  ])('with %s is refused', async (_, objects) => {
    expect(await why(packOf(objects))).toBeInstanceOf(MalformedGit)
  })

  it.each([
    ['a file that unpacks beyond the limit', [{ type: 3, content: Buffer.alloc(limits.maxBytes + 1) }]],
    [
      'a delta that makes more of its base than the limit',
      [base, onBase(Buffer.from([3, 0x80, 0x80, 0x80, 0x80, 0x10, 0x90, 3]))],
    ],
    ['a size beyond all limits', [{ type: 3, size: 2 ** 40, content: 'abc' }]],
  ])('with %s is refused before it is in memory', async (_, objects) => {
    expect(await why(packOf(objects))).toBeInstanceOf(PackTooLarge)
  })

  it('with more objects than the limit, or fewer than it says, is refused', async () => {
    expect(await why(packOf([base], 2 ** 32 - 1))).toBeInstanceOf(PackTooLarge)
    expect(await why(packOf([base], 2))).toBeInstanceOf(MalformedGit)
    expect(await why(packOf([base, base], 1))).toBeInstanceOf(MalformedGit)
  })

  it('with arbitrary damage is read or refused, and never fails in another way', async () => {
    const delta = Buffer.from([3, 6, 0x90, 3, 3, ...Buffer.from('def')])
    const body = packOf([base, onBase(delta), { type: 2, content: 'tree' }]).subarray(0, -20)
    const damage = fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(body.length), async (bytes, cut) => {
        const copy = Buffer.from(body.subarray(0, Math.max(cut, body.length - 8)))
        for (const [at, byte] of bytes) copy[at] = byte
        const result = await why(signed(copy))
        expect(result === 'read' || result instanceof MalformedGit || result instanceof PackTooLarge).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the packets of git', () => {
  it('are read or refused, whatever the bytes are', () => {
    const part = fc.oneof(
      fc.constantFrom('0000', '0001', '0002', '0003', '0004', '0008abcd', 'ffff', '00'),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          try {
            expect(Array.isArray(packetsOf(Buffer.from(text)))).toBe(true)
          } catch (cause) {
            expect(cause).toBeInstanceOf(MalformedGit)
          }
        },
      ),
    )
  })
})
