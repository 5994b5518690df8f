import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/** What our reporters keep of a run of tests. */
const reportSchema = z.object({
  /** `reason`: what the test needs, and the remedy. */
  skipped: z.array(z.object({ test: z.string(), reason: z.string().optional() })),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
})
export type TestReport = z.infer<typeof reportSchema>

/** Names the file that a reporter writes. Not set: nothing asks for a report. */
const variable = 'TEST_REPORT_FILE'

/** Runs tests whose reporter is ours, and gives its report. The output of a run that passes is not kept, hence a file. */
export const withReport = async (run: (env: Record<string, string>) => Promise<void>): Promise<TestReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'travel-tests-'))
  try {
    const file = join(folder, 'report.json')
    await run({ [variable]: file })
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** For a reporter, at the end of a run. */
export const writeReport = (report: TestReport): void => {
  const file = process.env[variable]
  if (file) writeFileSync(file, JSON.stringify(report))
}
