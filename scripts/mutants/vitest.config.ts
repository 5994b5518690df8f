import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'
import { readPlan } from './plan.ts'

const plan = readPlan()

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => plan.tests.findIndex((path) => moduleId.endsWith(`/${path}`))
    return files.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

/** The project with these tests in one process: a mutant that a test caught is not tried again. */
const project = base.test?.projects?.find(
  (one) => typeof one === 'object' && 'test' in one && one.test?.name === plan.project,
)
if (typeof project !== 'object' || !('test' in project)) throw new Error(`There is no project ${plan.project}.`)
const { name: _, ...test } = project.test ?? {}
export default defineConfig({
  ...project,
  root: '.',
  test: {
    ...test,
    include: plan.tests,
    sequence: { sequencer: NearestFirst },
    runner: 'scripts/mutants/runner.ts',
    maxConcurrency: 1,
    maxWorkers: 1,
    fileParallelism: false,
    // A mutant may leave a test waiting. A wait that ends too early only loses a mutant.
    testTimeout: 25_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
