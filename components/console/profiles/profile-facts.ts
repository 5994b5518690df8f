import type { ConsoleKey, ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import type { ProposalView } from '#lib/agents/model/profile-schema.ts'

/** The keys without a value: while there is one, the profile cannot be locked. */
export const missingOf = ({ keys }: Pick<ConsoleProfile, 'keys'>): readonly ConsoleKey[] =>
  keys.filter(({ value_exists }) => !value_exists)

/** The proposals that wait for a decision. */
export const waitingOf = ({ proposals }: Pick<ConsoleProfile, 'proposals'>): readonly ProposalView[] =>
  proposals.filter(({ state }) => state === 'pending')
