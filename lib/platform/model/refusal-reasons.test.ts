import { expect, test } from 'vitest'
import { accountProblems } from '#lib/platform/model/account-problems.ts'
import { ErrorCode } from '#runner/contract/errors.ts'
import { blameOf, blames, errorBecause, errorOf } from '#runner/contract/faults.ts'
import { refuseAccount } from '../server/auth/refuse-account.ts'
import { refuse, refuseBecause } from '../server/http/outcome.ts'
import { refusalReasons } from './refusal-reasons.ts'

const reasons = Object.entries(refusalReasons)

test('a remedy is a sentence that says what to do, and differs from the message', () => {
  for (const [name, { remedy }] of [...Object.entries(blames), ...reasons]) {
    expect(remedy, name).toMatch(/^[A-Z].*[a-z\]}0-9]\.$/)
    expect(remedy, name).not.toMatch(/\{/)
  }
})

test('every refusal says who is at fault', () => {
  for (const code of ErrorCode.options) {
    expect(errorOf(code).fault).toBe(blames[code].fault)
    expect(refuse(code).error.fault).toBe(blames[code].fault)
  }
  for (const reason of ['foreign_origin', 'question_release', 'prompt_skill'] as const) {
    expect(refuseBecause(reason).error).toMatchObject({ reason, fault: refusalReasons[reason].fault })
  }
  for (const problem of accountProblems) expect(refuseAccount('INVALID_INPUT', problem).error.fault).toBe('caller')
})

test('a reason within a code has its own fault', () => {
  expect(errorBecause('credential_conflict', { skill: 'rates' })).toEqual({
    code: 'EGRESS_BLOCKED',
    reason: 'credential_conflict',
    fault: 'operator',
    message: 'The gateway cannot add the credentials of the skill rates as they are stored.',
  })
  expect(blameOf({ code: 'EGRESS_BLOCKED', reason: 'credential_conflict' }).fault).toBe('operator')
  expect(blameOf({ code: 'EGRESS_BLOCKED' }).fault).toBe('author')
  const allowedLess = { code: 'TRUST_EXCEEDED', fault: 'operator' } as const
  expect(blameOf(allowedLess).remedy).toMatch(/^Allow what details names/)
})
