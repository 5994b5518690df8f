import { runNode } from './steps.ts'

/** A check of the sources: passes, or throws a StepError with what is wrong. */
export type Check = { readonly label: string; readonly run: () => Promise<void> }

const vitest = (...args: string[]) => runNode('node_modules/vitest/vitest.mjs', ['run', ...args])

export const format: Check = {
  label: 'Format and lint',
  run: () => runNode('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
}

export const types: Check = {
  label: 'Types, of code and tests',
  run: () => runNode('node_modules/typescript/bin/tsc', ['--project', '.', '--noEmit']),
}

export const migrations: Check = {
  label: 'Schema and migrations agree',
  run: () => runNode('scripts/prisma/check.ts'),
}

/** Vitest leaves one core to others; while tests run, there are none. */
const onAllCores = ['--maxWorkers', '100%']

export const unitTests: Check = { label: 'Unit tests', run: () => vitest('--project', 'unit', ...onAllCores) }

export const integrationTests: Check = {
  label: 'Integration tests',
  run: () => vitest('--project', 'integration', ...onAllCores),
}
