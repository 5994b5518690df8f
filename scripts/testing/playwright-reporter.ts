import { relative } from 'node:path'
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { type TestReport, writeReport } from './test-report.ts'

const entryOf = (test: TestCase): TestReport['skipped'][number] => {
  const reason = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
  return {
    test: `${relative(process.cwd(), test.location.file)} > ${test.title}`,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Writes the report of a run of Playwright: the skipped tests, with what `test.skip(condition, reason)` says. */
export default class TestReporter implements Reporter {
  #root: Suite | undefined

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root
  }

  onEnd(): void {
    const tests = this.#root?.allTests() ?? []
    writeReport({ skipped: tests.filter((test) => test.outcome() === 'skipped').map(entryOf), files: [] })
  }
}
