import { expect, test } from 'vitest'
import { actionText, detailOf, pageOf } from './audit-words.ts'

test('shows an action in words instead of its identifier', () => {
  expect(actionText('profile.token_read')).toBe('Profile token read')
})

test('links a subject only if the console has a page for it, and never links a path that an agent wrote', () => {
  expect(pageOf('skill.started', 'exec_0123')).toBe('/console/executions/exec_0123')
  expect(pageOf('profile.locked', 'prof_0123')).toBe('/console/profiles/prof_0123')
  expect(pageOf('permission.approved', 'flight-search')).toBe('/console/skills/flight-search')
  expect(pageOf('credential.created', 'REPORTS_KEY')).toBeUndefined()
  expect(pageOf('skill.rejected', '../../account')).toBeUndefined()
  expect(pageOf('skill.ended', 'script')).toBeUndefined()
})

test('shows a detail field by field, and a truncated detail as plain text that says so', () => {
  expect(detailOf('{"skill":"hotel-search","keys":["A","B"],"limits":[1],"hosts":[]}')).toEqual([
    ['skill', 'hotel-search'],
    ['keys', 'A, B'],
    ['limits', '[1]'],
    ['hosts', '[]'],
  ])
  expect(detailOf(JSON.stringify({ digest: '0123456789abcdef'.repeat(4) }))).toEqual([['digest', '0123456789ab …']])
  expect(detailOf('{"skill":"hot')).toEqual([['', '{"skill":"hot … The rest is too long to show.']])
})
