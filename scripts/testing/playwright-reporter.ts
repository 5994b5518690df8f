import { relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { firstLineOf, type TestReport, writeReport } from './test-report.ts'

type Failed = TestReport['failed'][number]

const nameOf = ({ location, title }: TestCase): string => `${relative(process.cwd(), location.file)} > ${title}`

const skippedOf = (test: TestCase): TestReport['skipped'][number] => {
  const reason = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
  return { test: nameOf(test), ...(reason === undefined ? {} : { reason }) }
}

const failedOf = (test: TestCase): Failed => ({
  test: `${nameOf(test)} (${test.parent.project()?.name})`,
  message: firstLineOf(test.results.find(({ error }) => error)?.error),
})

/** An error outside of any test, such as a file that cannot be read. */
const failedFileOf = (error: TestError): Failed => ({
  test: error.location ? relative(process.cwd(), error.location.file) : 'Playwright',
  message: firstLineOf(error),
})

/**
 * Writes the report of a Playwright run: the skipped tests, with the reason of `test.skip(condition, reason)`, and the
 * failed tests.
 */
export default class TestReporter implements Reporter {
  #root: Suite | undefined
  readonly #errors: Failed[] = []

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root
  }

  onError(error: TestError): void {
    this.#errors.push(failedFileOf(error))
  }

  onEnd(): void {
    const tests = this.#root?.allTests() ?? []
    writeReport({
      skipped: tests.filter((test) => test.outcome() === 'skipped').map(skippedOf),
      failed: [...tests.filter((test) => test.outcome() === 'unexpected').map(failedOf), ...this.#errors],
      files: [],
    })
  }
}
