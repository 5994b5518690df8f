import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type TestReport, writeReport } from './test-report.ts'

type Skipped = TestReport['skipped'][number]

const isWithoutTests = (suite: TestSuite): boolean => suite.children.size === 0

const entryOf = (module: TestModule, task: TestCase | TestSuite, note?: string): Skipped => {
  const reason = task.meta().needs ?? note
  return { test: `${module.relativeModuleId} > ${task.fullName}`, ...(reason === undefined ? {} : { reason }) }
}

/** A skipped suite whose tests are made of what is missing has none: it counts as one. */
const skippedOf = (module: TestModule): Skipped[] => [
  ...[...module.children.allTests('skipped')].map((test) => {
    const result = test.result()
    return entryOf(module, test, result.state === 'skipped' ? result.note : undefined)
  }),
  ...[...module.children.allSuites()]
    .filter((suite) => suite.options.mode === 'skip' && isWithoutTests(suite))
    .map((suite) => entryOf(module, suite)),
]

const secondsOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return (collectDuration + setupDuration + duration) / 1000
}

/** Writes the report of a run of Vitest: the skipped tests with their reasons, and the time of each file. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeReport({
      skipped: modules.flatMap(skippedOf),
      files: modules.map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) })),
    })
  }
}
