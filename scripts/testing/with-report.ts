import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StepError } from '../steps.ts'
import { failures, nativeCrash } from './conclusion.ts'
import { reportSchema, reportVariable, type TestReport } from './test-report.ts'

const readReport = (file: string): TestReport => reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

/**
 * Runs tests with our reporter, and returns the report. The reporter writes a file, because the output of a passed run
 * is discarded.
 *
 * A run that fails throws a StepError whose message ends with the failed tests: a long log may keep only its end.
 */
export const withReport = async (run: (env: Record<string, string>) => Promise<void>): Promise<TestReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'travel-tests-'))
  const file = join(folder, 'report.json')
  try {
    await run({ [reportVariable]: file })
    return readReport(file)
  } catch (error) {
    // A killed run writes no report.
    if (!(error instanceof StepError) || !existsSync(file)) throw error
    throw new StepError(`${error.message}${nativeCrash(error.output)}${failures(readReport(file))}`, error.output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
