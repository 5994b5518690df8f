import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEnvelope, sealInEnvelope } from './envelope.ts'
import { createKeyRing } from './key-ring.ts'

const instanceKey = new Uint8Array(32).fill(3)
const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const ring = createKeyRing([keyOf(1), keyOf(2)], instanceKey)

test('an envelope opens only with its key and for its row, and two envelopes of the same text differ', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, subject) => {
      const { keyId, sealed } = sealInEnvelope(ring, randomBytes, text, subject)
      expect(keyId).toBe(ring.newest.id)
      expect(openEnvelope(ring, sealed, subject)).toBe(text)
      expect(openEnvelope(ring, sealed, `${subject}x`)).toBeUndefined()
      expect(openEnvelope(createKeyRing([keyOf(4)], instanceKey), sealed, subject)).toBeUndefined()
      expect(sealInEnvelope(ring, randomBytes, text, subject).sealed).not.toBe(sealed)
    }),
  )
})

test('a changed or shortened envelope does not open', () => {
  const { sealed } = sealInEnvelope(ring, randomBytes, 'a value', 'credential 1')
  const [id = '', ...parts] = sealed.split('.')
  parts.forEach((part, changedPart) => {
    const bytes = Buffer.from(part, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      for (const wrong of [flipped, bytes.subarray(0, at)]) {
        const others = parts.with(changedPart, wrong.toString('base64url'))
        expect(openEnvelope(ring, [id, ...others].join('.'), 'credential 1')).toBeUndefined()
      }
    }
  })
  for (const text of ['', id, `${id}.`, `${sealed}.`, `${id}.${parts.toReversed().join('.')}`, `x${sealed}`]) {
    expect(openEnvelope(ring, text, 'credential 1')).toBeUndefined()
  }
})

test('values under earlier keys stay readable, and new values use the newest key', () => {
  const before = createKeyRing([keyOf(2)], instanceKey)
  const oldest = createKeyRing([], instanceKey)
  for (const older of [before, oldest]) {
    const { sealed, keyId } = sealInEnvelope(older, randomBytes, 'a value', 'credential 1')
    expect(keyId).not.toBe(ring.newest.id)
    expect(openEnvelope(ring, sealed, 'credential 1')).toBe('a value')
  }
})

test('a printed ring shows its key ids and no key', () => {
  const oldest = createKeyRing([], instanceKey).newest.key
  const hidden = inspect(ring, { depth: 9, showHidden: true, maxArrayLength: null })
  for (const printed of [inspect(ring), hidden, JSON.stringify(ring)]) {
    for (const id of ring.ids) expect(printed).toContain(id)
    // Without the line breaks that inspect puts between the bytes.
    const shown = printed.replaceAll(/\s/g, '')
    for (const key of [keyOf(1), keyOf(2), oldest, instanceKey]) {
      expect(shown).not.toContain(String([...key]))
      expect(shown).not.toContain(Buffer.from(key).toString('base64'))
      expect(shown).not.toContain(Buffer.from(key).toString('hex'))
    }
  }
})
