import { defineConfig } from 'vitest/config'
import { compileCacheFolder } from './runner/compile-cache.ts'
import { SlowestFirst } from './scripts/testing/slowest-first.ts'

const sources = '{runner,lib,sample-provider,components,skills,scripts,app,prisma,bench}'
const integration = `${sources}/**/*.integration.test.ts`
const components = '{components,lib/client}/**/*.dom.test.tsx'
const shared = {
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['scripts/testing/console-guard.ts'],
  // Compiling in the background sometimes ends a process of Node 24 with SIGTRAP (nodejs/node#66126).
  execArgv: ['--no-concurrent-recompilation'],
  // The processes that tests start load the same modules again and again.
  env: { NODE_COMPILE_CACHE: compileCacheFolder },
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: [integration, components, '**/node_modules/**'],
          // Files share a process: starting one for each file took most of the time. No test mocks a module.
          isolate: false,
          // Only ends a hung test; a busy machine may be slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'components',
          include: [components],
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'scripts/testing/rendering.ts'],
          isolate: false,
          // Only ends a hung test; a busy machine may be slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: [integration],
          // As above: it saves a third of the processor time of these tests.
          isolate: false,
          globalSetup: ['scripts/testing/database-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // These tests wait for a Docker engine, which may be slow on a busy machine.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
