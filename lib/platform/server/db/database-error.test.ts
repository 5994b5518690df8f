import { expect, it } from 'vitest'
import { DatabaseError, isDatabaseAway, plainReasonOf } from './database-error.ts'

it('returns the reason of a failed query in one line, without the Prisma call and its source', () => {
  const message =
    "\nInvalid `db.auditTreeHead.findFirst()` invocation in\n/app/lib/audit/read-tree.ts:12:3\n\n  11 const\n→ 12 db.\n\nCan't reach database server at 127.0.0.1:5432\n"
  expect(plainReasonOf(new Error(message))).toBe("Can't reach database server at 127.0.0.1:5432")
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
  expect(plainReasonOf(new Error(message, { cause }))).toBe('connect ECONNREFUSED 127.0.0.1:5432')
  expect(plainReasonOf('no')).toBe('no')
  expect(plainReasonOf(Object.assign(new Error(''), { code: 'P1001' }))).toBe('P1001')
})

it('tells a database that is away from a query that is wrong', () => {
  const driver = (originalCode: string) => Object.assign(new Error('driver'), { cause: { originalCode } })
  const prisma = (code: string, meta: object = {}) => Object.assign(new Error('prisma'), { code, meta })
  const away = [
    new DatabaseError('no connection'),
    prisma('P1001'),
    prisma('P2010', { driverAdapterError: driver('57P01') }),
    prisma('P2010', { driverAdapterError: { cause: { kind: 'ConnectionClosed' } } }),
    new Error('Connection terminated unexpectedly'),
    new Error('\nInvalid `db.user.count()` invocation:\n\nQuery read timeout'),
    new Error('outer', { cause: driver('57P03') }),
  ]
  expect(away.map(isDatabaseAway)).toEqual(away.map(() => true))
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const wrong = [
    new Error('no'),
    new Error('invalid input syntax for type uuid: "\nConnection terminated"'),
    broken,
    prisma('P2002'),
    prisma('P2010', { driverAdapterError: driver('42P01') }),
    'no',
    null,
  ]
  expect(wrong.map(isDatabaseAway)).toEqual(wrong.map(() => false))
})
