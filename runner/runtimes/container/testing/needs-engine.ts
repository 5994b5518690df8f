import { need } from '../../../../scripts/testing/needs.ts'
import { hasEngine } from './engine.ts'

/** Options of tests that need a Docker engine. With `CI=true` they run, and fail without one. */
export const needsEngine = need(
  // biome-ignore lint/style/noProcessEnv: only tests read this file.
  process.env.CI === 'true' || (await hasEngine()),
  'a Docker engine',
  'install Docker and start it',
)
