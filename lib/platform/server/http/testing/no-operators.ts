import { refuse } from '../outcome.ts'

/** The ports of routes of operators, for tests without such routes. */
export const noOperators = {
  admitToken: async () => refuse('UNAUTHENTICATED'),
  requireFreshSignIn: async () => refuse('FORBIDDEN'),
}
