import { expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import { lastingPart } from './lasting-part.ts'

const ended = (code: ErrorCode, reason: string) =>
  lastingPart({
    status: 'error',
    skill: 'script',
    version: '1.0.0',
    script: { stdout: 'a\n', stderr: '', error: reason },
    error: { code, message: 'It ended.' },
  })

test.each(['CAPABILITY_DENIED', 'EGRESS_BLOCKED'] as const)(
  'a replay need not know why the host refused a call of a script: %s',
  (code) => {
    expect(ended(code, 'one reason')).toEqual(ended(code, 'another'))
    expect(ended(code, 'one reason')).toMatchObject({ script: { stdout: 'a\n' }, error: { code } })
  },
)

test("a replay must reproduce a script's own error", () => {
  expect(ended('SKILL_CRASHED', 'one')).not.toEqual(ended('SKILL_CRASHED', 'another'))
})
