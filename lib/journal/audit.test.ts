import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#runner/canonical-json.ts'
import { type AuditRow, auditHash, firstBrokenLink, firstPrevHash } from './audit.ts'

const chain = (length: number): AuditRow[] => {
  const rows: AuditRow[] = []
  for (let index = 0; index < length; index += 1) {
    const record = {
      at: new Date(1_700_000_000_000 + index),
      actorUserId: `user_${index}`,
      actorSource: 'public' as const,
      action: 'user.signed_in',
      subject: `user_${index}`,
      detail: { method: 'password', index },
    }
    const prevHash = rows.at(-1)?.hash ?? firstPrevHash
    rows.push({ id: BigInt(index + 1), ...record, prevHash, hash: auditHash(record, prevHash) })
  }
  return rows
}

describe('firstBrokenLink', () => {
  it('finds nothing in a chain that nobody touched', () => {
    expect(firstBrokenLink([])).toBeUndefined()
    expect(firstBrokenLink(chain(5))).toBeUndefined()
  })

  it('finds the first row whose content was changed, whichever field it is', () => {
    const edits: ((row: AuditRow) => AuditRow)[] = [
      (row) => ({ ...row, at: new Date(0) }),
      (row) => ({ ...row, actorUserId: null }),
      (row) => ({ ...row, actorSource: 'main' }),
      (row) => ({ ...row, action: 'operator.granted' }),
      (row) => ({ ...row, subject: 'user_x' }),
      (row) => ({ ...row, detail: {} }),
      (row) => ({ ...row, hash: firstPrevHash }),
    ]
    for (const edit of edits) {
      const rows = chain(5).map((row) => (row.id === 3n ? edit(row) : row))
      expect(firstBrokenLink(rows)).toBe(3n)
    }
  })

  it('finds the row after one that was taken out, and a pair that was swapped', () => {
    const rows = chain(5)
    expect(firstBrokenLink(rows.filter(({ id }) => id !== 3n))).toBe(4n)
    const [a, b, c, d, e] = rows
    expect(firstBrokenLink([a, c, b, d, e].filter((row) => row !== undefined))).toBe(3n)
  })
})

describe('canonicalJson', () => {
  it('is one text for one value, in whatever order its keys were written', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  })

  it('says the same as JSON', () => {
    const values = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))
    fc.assert(
      fc.property(values, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
