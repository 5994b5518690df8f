import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { firstLineOf, type TestReport, writeReport } from './test-report.ts'

type Skipped = TestReport['skipped'][number]
type Failed = TestReport['failed'][number]

const isWithoutTests = (suite: TestSuite): boolean => suite.children.size === 0

const entryOf = (module: TestModule, task: TestCase | TestSuite, note?: string): Skipped => {
  const reason = task.meta().needs ?? note
  return { test: `${module.relativeModuleId} > ${task.fullName}`, ...(reason === undefined ? {} : { reason }) }
}

/** A skipped suite may contain no tests, if they are generated from missing data. Such a suite counts as one test. */
const skippedOf = (module: TestModule): Skipped[] => [
  ...[...module.children.allTests('skipped')].map((test) => {
    const result = test.result()
    return entryOf(module, test, result.state === 'skipped' ? result.note : undefined)
  }),
  ...[...module.children.allSuites()]
    .filter((suite) => suite.options.mode === 'skip' && isWithoutTests(suite))
    .map((suite) => entryOf(module, suite)),
]

/** Includes files that do not load and suites with a failed hook. */
const failedOf = (module: TestModule): Failed[] => [
  ...module.errors().map((error) => ({ test: module.relativeModuleId, message: firstLineOf(error) })),
  ...[...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ test: entryOf(module, suite).test, message: firstLineOf(error) })),
  ),
  ...[...module.children.allTests('failed')].map((test) => ({
    test: entryOf(module, test).test,
    message: firstLineOf(test.result().errors?.[0]),
  })),
]

const secondsOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return (collectDuration + setupDuration + duration) / 1000
}

/**
 * Writes the report of a Vitest run: the skipped tests with their reasons, the failed tests, and the time of each file.
 */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outside = unhandled.map((error) => ({ test: 'outside of any test', message: firstLineOf(error) }))
    writeReport({
      skipped: modules.flatMap(skippedOf),
      failed: [...modules.flatMap(failedOf), ...outside],
      files: modules.map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) })),
    })
  }
}
