import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** The data that our reporters write about a test run. */
export const reportSchema = z.object({
  /** `reason`: what the test needs, and the remedy. */
  skipped: z.array(z.object({ test: z.string(), reason: z.string().optional() })),
  /** `message`: the first line of the error. */
  failed: z.array(z.object({ test: z.string(), message: z.string() })),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
})
export type TestReport = z.infer<typeof reportSchema>

/** The environment variable with the path of the report. Not set: reporters write no report. */
export const reportVariable = 'TEST_REPORT_FILE'

/** Called by a reporter at the end of a run. */
export const writeReport = (report: TestReport): void => {
  const file = process.env[reportVariable]
  if (file) writeFileSync(file, JSON.stringify(report))
}

type Failure = { readonly message?: string | undefined; readonly cause?: unknown }

const causeOf = (error: Failure): Failure | undefined =>
  typeof error.cause === 'object' && error.cause !== null ? error.cause : undefined

/** The first line of an error's message, followed by the first lines of its causes, without terminal colors. */
export const firstLineOf = (error: Failure | undefined): string => {
  const line = stripVTControlCharacters(error?.message ?? '')
    .trim()
    .split('\n', 1)[0]
  const cause = error && causeOf(error)
  return `${line || 'no message'}${cause ? ` Cause: ${firstLineOf(cause)}` : ''}`
}
