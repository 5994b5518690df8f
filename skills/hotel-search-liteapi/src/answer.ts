import { codeOfStatus, done, failed, type Outcome } from '#runner/sdk/outcome.ts'
import { asArray, asNumber, asRecord, recordIn, textReader } from '#runner/sdk/read-json.ts'

/** The provider's answer, before any offer is read. `isTest`: it comes from the sandbox. */
export type Answer = {
  readonly offered: readonly unknown[]
  readonly hotels: readonly unknown[]
  readonly isTest: boolean
}

const nothing: Answer = { offered: [], hotels: [], isTest: false }
/** The provider's code for a stay without vacancies. */
const noAvailability = 2001

const asText = textReader(300)

/** Interprets an answer by its status and text. No vacancy is an empty answer, not a failure. */
export function readAnswer(status: number, text: string): Outcome<Answer> {
  if (status === 204) return done(nothing)
  const body = recordIn(text)
  const problem = asRecord(body?.error)
  const isSuccess = status >= 200 && status < 300
  if (asNumber(problem?.code) === noAvailability) return done(nothing)
  if (isSuccess && body !== undefined && problem === undefined && Array.isArray(body.data)) {
    return done({ offered: body.data, hotels: asArray(body.hotels), isTest: body.sandbox === true })
  }
  const said = [problem?.code, problem?.description, problem?.message].map(asText).filter(Boolean)
  const detail = `status ${status}, ${said.join(' · ') || (body === undefined ? 'no JSON' : 'no error entry')}`
  // Errors that come with status 200 have the status as their code.
  const effective = isSuccess ? asNumber(problem?.code) : status
  return failed(codeOfStatus(effective, body !== undefined), detail)
}
