import { defineConfig } from 'vitest/config'

const sources = '{runner,lib,sample-provider,components,skills,scripts,app,prisma,bench}'
const integration = `${sources}/**/*.integration.test.ts`
const shared = {
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['scripts/testing/console-guard.ts'],
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: [integration, '**/node_modules/**'],
          // For what hangs: no test is about time, and a busy machine takes its own.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: [integration],
          globalSetup: ['scripts/testing/database-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is waited for is an engine's work, on a busy machine.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
