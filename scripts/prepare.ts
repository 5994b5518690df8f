import { whenChanged } from './stamp.ts'
import { runNode, step } from './steps.ts'

/** One thing that is made from sources. `'fresh'`: it was there already. */
export type PrepareStep = { readonly label: string; readonly run: () => Promise<'done' | 'fresh'> }

const generateClient: PrepareStep = {
  label: 'Generating the database client',
  run: () =>
    whenChanged(
      {
        sources: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
        product: 'lib/db/generated/client.ts',
        stamp: 'lib/db/generated/.sources',
      },
      () => runNode('node_modules/prisma/build/index.js', ['generate', '--no-hints']),
    ),
}

const buildSkills: PrepareStep = {
  label: 'Checking and bundling the skills',
  run: () =>
    whenChanged(
      {
        sources: ['skills', 'runner/manifest', 'runner/sdk', 'runner/contract', 'package-lock.json'],
        product: 'dist/skills/.sources',
        stamp: 'dist/skills/.sources',
      },
      () => runNode('lib/cli/main.ts', ['skill', 'build']),
    ),
}

const buildApp: PrepareStep = {
  label: 'Building the app',
  run: () =>
    whenChanged(
      {
        sources: [
          'app',
          'components',
          'lib',
          'runner',
          'sample-provider',
          'skills',
          'public',
          'instrumentation.ts',
          'instrumentation-client.ts',
          'instrumentation-node.ts',
          'proxy.ts',
          'next.config.js',
          'postcss.config.mjs',
          'prisma/schema.prisma',
          'package-lock.json',
          'package.json',
          'tsconfig.json',
        ],
        product: '.next/BUILD_ID',
        stamp: '.next/sources',
      },
      () => runNode('node_modules/next/dist/bin/next', ['build'], { env: { NODE_ENV: 'production' } }),
    ),
}

/** What everything needs that reads the sources: types, tests, the app. */
export const sourceSteps: readonly PrepareStep[] = [generateClient]

/** What the app needs to start. */
export const appSteps: readonly PrepareStep[] = [...sourceSteps, buildSkills, buildApp]

export const prepare = async (steps: readonly PrepareStep[]): Promise<void> => {
  for (const { label, run } of steps) await step(label, run)
}
