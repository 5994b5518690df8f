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
  'a replay ignores the reason for which the host refused a script’s call: %s',
  (code) => {
    expect(ended(code, 'one reason')).toEqual(ended(code, 'another'))
    expect(ended(code, 'one reason')).toMatchObject({ script: { stdout: 'a\n' }, error: { code } })
  },
)

test("a replay compares the text of a script's own error", () => {
  expect(ended('SKILL_CRASHED', 'one')).not.toEqual(ended('SKILL_CRASHED', 'another'))
})
