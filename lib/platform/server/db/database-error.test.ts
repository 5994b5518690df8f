import { expect, it } from 'vitest'
import { plainReasonOf } from './database-error.ts'

it('returns the reason of a failed query in one line, without the Prisma call and its source', () => {
  const message =
    "\nInvalid `db.auditTreeHead.findFirst()` invocation in\n/app/lib/audit/read-tree.ts:12:3\n\n  11 const\n→ 12 db.\n\nCan't reach database server at 127.0.0.1:5432\n"
  expect(plainReasonOf(new Error(message))).toBe("Can't reach database server at 127.0.0.1:5432")
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
  expect(plainReasonOf(new Error(message, { cause }))).toBe('connect ECONNREFUSED 127.0.0.1:5432')
  expect(plainReasonOf('no')).toBe('no')
  expect(plainReasonOf(Object.assign(new Error(''), { code: 'P1001' }))).toBe('P1001')
})
