import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeProfile } from './testing/make-profile.ts'
import { WhatItMay } from './what-it-may.tsx'

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
  render(<WhatItMay page={{ ...page, profile: makeProfile({ state, locked: true }) }} />)
  expect(screen.getAllByRole('heading')[0]?.textContent).toBe(heading)
  const isMarked = screen.getByText(/Run scripts its agent sends/).classList.contains('is-ok')
  expect(isMarked).toBe(state === 'unlocked' || state === 'locked')
})
