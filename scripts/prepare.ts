import { join } from 'node:path'
import { isReady } from '../runner/runtimes/python/make-ready.ts'
import { finishFiles } from './finish-files.ts'
import { requireNarrowTraces } from './narrow-traces.ts'
import { hashSources, whenChanged } from './stamp.ts'
import { root, runNode, StepError, step } from './steps.ts'

/** Builds one product from its sources. */
type PrepareStep = {
  readonly label: string
  /** `'fresh'`: the product was up to date. */
  readonly run: () => Promise<'done' | 'fresh'>
  /** Printed when the step fails and the next ones run all the same. Absent: a failure ends the preparation. */
  readonly goesOn?: string
}

/** A product that one program makes, unless its sources are unchanged. */
const made = (
  label: string,
  options: Parameters<typeof whenChanged>[0],
  ...program: Parameters<typeof runNode>
): PrepareStep => ({ label, run: () => whenChanged(options, () => runNode(...program)) })

const generateClient = made(
  'Generating the database client',
  {
    sources: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
    product: 'lib/platform/server/db/generated/client.ts',
    stamp: 'lib/platform/server/db/generated/.sources',
  },
  'node_modules/prisma/build/index.js',
  ['generate', '--no-hints'],
)

const writeChecks = made(
  'Generating the response checks of the pages',
  {
    sources: [
      'scripts/page-checks.ts',
      'runner/contract',
      'lib/travel/model/exchange-rates.ts',
      'lib/travel/model/place.ts',
      'lib/travel/model/recent-search.ts',
      'lib/travel/model/travel-profile.ts',
      'lib/travel/model/usual-profile.ts',
      'lib/travel/model/flights/date-price.ts',
      'lib/travel/model/flights/date-text.ts',
      'package-lock.json',
    ],
    product: 'lib/travel/model/generated/search-line.ts',
    stamp: 'lib/travel/model/generated/.sources',
  },
  'scripts/page-checks.ts',
)

const writeHostOperations = made(
  'Generating the host functions of skills and scripts',
  {
    sources: [
      'scripts/generate-host-operations.ts',
      'runner/contract',
      'runner/runtimes/quickjs/guest',
      'package-lock.json',
    ],
    product: 'runner/runtimes/quickjs/guest/generated/sdk.cjs',
    stamp: 'runner/runtimes/quickjs/guest/generated/.sources',
  },
  'scripts/generate-host-operations.ts',
)

const writeFonts = made(
  'Generating the fonts of the pages',
  {
    sources: ['scripts/page-fonts.ts', 'package-lock.json'],
    product: 'app/fonts/generated/jetbrains-mono-latin.woff2',
    stamp: 'app/fonts/generated/.sources',
  },
  'scripts/page-fonts.ts',
)

const buildSkills = made(
  'Checking and bundling the skills',
  {
    sources: ['skills', 'runner/manifest', 'runner/sdk', 'runner/contract', 'package-lock.json'],
    product: 'dist/skills/.sources',
    stamp: 'dist/skills/.sources',
  },
  'lib/cli/main.ts',
  ['skill', 'build'],
)

const checkSkills = made(
  'Checking the skills at the gates',
  {
    sources: [
      'gates',
      'skills',
      'lib/skills/server',
      'runner',
      'scripts/gate-evidence.ts',
      'package.json',
      'package-lock.json',
    ],
    product: 'dist/gate-evidence.json',
    stamp: 'dist/gate-evidence.sources',
  },
  'scripts/gate-evidence.ts',
)

/** The files that the build reads. The app reads skills only when it starts, so a changed skill needs no rebuild. */
export const appSources: readonly string[] = [
  'app',
  'components',
  'gates',
  'lib',
  'messages',
  'runner',
  'scripts/page-checks.ts',
  'scripts/page-fonts.ts',
  'scripts/finish-files.ts',
  'scripts/narrow-traces.ts',
  'sample-provider',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.js',
  'prisma/schema.prisma',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]

const bundleWorker = made(
  'Bundling the service worker',
  {
    sources: ['scripts/offline-worker.ts', 'lib/travel/client/offline', 'package-lock.json'],
    product: 'public/sw.js',
    stamp: 'node_modules/.cache/offline-worker.sources',
  },
  'scripts/offline-worker.ts',
)

const buildApp: PrepareStep = {
  label: 'Building the app',
  run: () =>
    whenChanged({ sources: appSources, product: '.next/BUILD_ID', stamp: '.next/sources' }, async () => {
      const env = { NODE_ENV: 'production', BUILD_ID: hashSources(appSources) } as const
      await runNode('node_modules/next/dist/bin/next', ['build'], { env })
      requireNarrowTraces(join(root, '.next/server'))
      await finishFiles(join(root, '.next/static'))
    }),
}

/** The app makes it at the first script otherwise, and that script waits. */
const makePython: PrepareStep = {
  label: 'Making the Python interpreter',
  run: async () => {
    if (isReady(root)) return 'fresh'
    await runNode('scripts/prepare-python.ts')
    return 'done'
  },
}

/** Products that type checks, tests and the app need. */
export const sourceSteps: readonly PrepareStep[] = [generateClient, writeHostOperations, writeChecks, writeFonts]

/** The same products as `appSteps`. A problem of an approved skill is a failure. */
export const strictAppSteps: readonly PrepareStep[] = [
  ...sourceSteps,
  makePython,
  bundleWorker,
  buildSkills,
  checkSkills,
  buildApp,
]

const goesOn =
  'The app leaves out what does not load, and lists it in its log and in the console under Skills. Type errors and failing examples do not keep a skill from running.'

/** Products that the app needs to start. The app itself leaves out the skills that do not load. */
export const appSteps: readonly PrepareStep[] = strictAppSteps.map((one) =>
  one === buildSkills ? { ...one, goesOn } : one,
)

export const prepare = async (steps: readonly PrepareStep[]): Promise<void> => {
  for (const { label, run, goesOn } of steps) {
    try {
      await step(label, run)
    } catch (error) {
      if (goesOn === undefined || !(error instanceof StepError)) throw error
      process.stderr.write(`\n${error.output || error.message}\n\n${goesOn}\n\n`)
    }
  }
}
