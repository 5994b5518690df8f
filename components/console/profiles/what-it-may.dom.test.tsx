import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ConsoleProfile } from '#lib/shared/console-profile.ts'
import { WhatItMay } from './what-it-may.tsx'

const profile: Omit<ConsoleProfile, 'state'> = {
  id: 'prof_1',
  created_at: '2026-11-20T10:00:00.000Z',
  locked_at: null,
  revoked_at: null,
  description: 'Reports',
  locked: true,
  keys: [],
  hosts: [],
  limits: {},
  version: 1,
  expires_at: null,
  proposals: [],
  proposals_total: 0,
  older_proposals: null,
}
const page = {
  activity: { running: 0, awaiting_llm: 0, total: 0, last_at: null },
  default_limits: { timeout_s: 30, memory_mb: 64, fuel: 100, llm_wait_s: 60, concurrency: 4 },
}

test.each([
  ['unlocked', 'What this profile can doonce locked'],
  ['locked', 'What this profile can do'],
  ['expired', 'What this profile can donothing now: it has expired'],
  ['revoked', 'What this profile can donothing any more: it is revoked'],
] as const)('states what a profile that is %s can do now', (state, heading) => {
  render(<WhatItMay page={{ ...page, profile: { ...profile, state } }} />)
  expect(screen.getAllByRole('heading')[0]?.textContent).toBe(heading)
})
