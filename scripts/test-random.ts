import { globSync, readFileSync } from 'node:fs'
import { readArguments } from './arguments.ts'
import { main, runNode, StepError, step } from './steps.ts'

/**
 * `npm run test:random`: repeats the property tests with new seeds, to find faults that are rare. Ends with the first
 * round in which a test fails; fast-check prints the seed.
 */
await main(async () => {
  const { options, words } = readArguments({ rounds: 'text' }, { maxWords: Number.POSITIVE_INFINITY })
  const rounds = Number(options.rounds ?? 10)
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new StepError('--rounds needs a number of 1 or more.')
  const tests = globSync('*/**/*.test.ts', { exclude: (path) => path.includes('node_modules') })
  const withProperties = tests.filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
  const files = withProperties.filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  if (files.length === 0) throw new StepError('No file with property tests has such a path.')
  for (let round = 1; round <= rounds; round += 1) {
    await step(`Property tests, round ${round} of ${rounds}`, () =>
      runNode('node_modules/vitest/vitest.mjs', ['run', '--project', 'unit', ...files], {
        env: { FAST_CHECK_SEED: 'random' },
      }),
    )
  }
  return 0
})
