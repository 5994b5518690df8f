import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compileCacheFolder } from './runner/core/compile-cache.ts'
import { SlowestFirst } from './scripts/testing/slowest-first.ts'

const sources = '{runner,gates,lib,sample-provider,components,skills,scripts,app,prisma,bench}'
const integration = `${sources}/**/*.integration.test.ts`
const components = ['{components,lib}/**/*.dom.test.tsx', 'components/**/*.test.ts']
/** Other tests that load JSX, which Node cannot. */
const compiled = [
  'app/api/share/draw-card.test.tsx',
  'app/declared-routes.test.ts',
  'app/openapi.json/create-openapi.test.ts',
  'lib/travel/model/field-sentences.test.ts',
]
const shared = {
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['scripts/testing/console-guard.ts', 'scripts/testing/property-tests.ts'],
  // The timeout only ends a hung wait; a busy machine or engine may be slow.
  expect: { poll: { timeout: 60_000 } },
  execArgv: [
    // Work around two bugs of Node 24: compiling in the background sometimes ends the process with SIGTRAP
    // (nodejs/node#66126), and code of the Sparkplug compiler ends it with SIGSEGV (nodejs/node#62393).
    '--no-concurrent-recompilation',
    '--no-sparkplug',
    // In MB. A process keeps the modules of all its test files, and with a small heap it collects garbage beside them again
    // and again. The young generation keeps its default size, because its flags apply to threads too: a thread that
    // exhausts its heap would exceed the limit by more than Node allows, and Node would abort the process.
    '--initial-old-space-size=1500',
  ],
  // The compile cache speeds up processes that tests start, which load the same modules again and again.
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
          // Node loads the files itself, as for the command line: compiling each file first took a tenth of the CPU time.
          experimental: { viteModuleRunner: false },
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: [integration, ...components, ...compiled, '**/node_modules/**'],
          // Test files share a process, because starting a process for each file took most of the time. No test mocks a
          // module.
          isolate: false,
          // The timeout only ends a hung test; a busy machine may be slow.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Next lets only the server load this package; its other entry throws.
        resolve: { alias: { 'server-only': join(import.meta.dirname, 'node_modules/server-only/empty.js') } },
        test: {
          ...shared,
          name: 'compiled',
          include: compiled,
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'components',
          include: components,
          environment: 'happy-dom',
          // The test files of a process share one window, so a click on a link must not change its URL.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          setupFiles: [...shared.setupFiles, 'scripts/testing/rendering.ts'],
          isolate: false,
          // The timeout only ends a hung test; a busy machine may be slow.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          experimental: { viteModuleRunner: false },
          include: [integration],
          // Sharing a process saves a third of the CPU time of these tests.
          isolate: false,
          globalSetup: ['scripts/testing/database-server.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
