import type { ConsoleKey, ConsoleProfile } from '#lib/agents/model/console-profile.ts'

/** A key that a profile asks for and nobody has stored. */
export const wanted: ConsoleKey = {
  name: 'SALES_KEY',
  description: 'Reads sales',
  by_operator: false,
  value_exists: false,
  is_replaced: false,
  places: [],
  credential: null,
}

/** An unlocked profile without keys, hosts and proposals, but for the given fields. */
export function makeProfile(fields: Partial<ConsoleProfile> = {}): ConsoleProfile {
  return {
    id: 'prof_1',
    created_at: '2026-11-20T10:00:00.000Z',
    locked_at: null,
    revoked_at: null,
    described_by_operator: false,
    description: 'Reports',
    locked: false,
    state: 'unlocked',
    keys: [],
    hosts: [],
    limits: {},
    scripts: { language: 'python', python_runtime: 'python', shows_lookalikes: false },
    version: 1,
    expires_at: null,
    proposals: [],
    proposals_total: 0,
    older_proposals: null,
    ...fields,
  }
}
