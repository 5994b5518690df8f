import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NamedActor } from '#lib/platform/model/actor.ts'
import { Actor } from './actor.tsx'

test.each<[NamedActor, string, string | null]>([
  [{ actor: { kind: 'agent_key', id: 'agent_1' }, name: 'voice' }, 'agent key voice', '/console/agents/voice'],
  [{ actor: { kind: 'profile', id: 'prof_1' }, name: 'Reports' }, 'profile “Reports”', '/console/profiles/prof_1'],
  [{ actor: { kind: 'agent_key', id: 'agent_1' }, name: 'agent_1' }, 'agent key agent_1 (deleted)', null],
  [{ actor: { kind: 'operator', id: 'user_1' }, name: 'Ada' }, 'operator Ada', null],
  [{ actor: { kind: 'person' }, name: null }, 'a traveler', null],
  [{ actor: { kind: 'command' }, name: null }, 'a command', null],
])('%o is named, and an agent that still exists is linked to its page', (by, words, href) => {
  const { container } = render(<Actor by={by} />)
  expect(container.textContent).toBe(words)
  expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(href)
})
