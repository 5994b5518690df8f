import { isActionCall, isActionForm, isActionId, isArguments, jsonOf } from './action-call.ts'
import type { OriginVerdict } from './origin.ts'
import { type Outcome, refuseBecause, refuseField } from './outcome.ts'
import { readBytes } from './read-json.ts'

/** The content type that every browser sends: an unquoted boundary of letters, digits and dashes. */
const formType = /^multipart\/form-data; ?boundary=([\w-]{1,70})$/

/**
 * The only header line that a browser writes before a value. Parsers disagree on escapes, percent signs and control
 * characters.
 */
const fieldHead = /^content-disposition: form-data; name="([^"\\%\p{Cc}]{1,200})"$/iu

/** A name of 200 characters in UTF-8, plus the surrounding bytes. */
const maxHeadBytes = 1_000

const line = '\r\n'

/**
 * The fields of a browser's form without files; undefined for anything else. Parsers accept much more and disagree on
 * part encodings, charsets and names in several forms. All parsers agree on what this accepts.
 */
export function readForm(type: string, body: Buffer): FormData | undefined {
  const [, boundary] = formType.exec(type) ?? []
  if (boundary === undefined) return undefined
  const delimiter = `--${boundary}`
  if (!body.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) return undefined
  const form = new FormData()
  let at = delimiter.length
  while (!isEnd(body, at)) {
    const end = body.indexOf(line + delimiter, at)
    const part = end === -1 ? undefined : readPart(body.subarray(at, end))
    if (part === undefined) return undefined
    form.append(part.name, part.value)
    at = end + line.length + delimiter.length
  }
  return form
}

function isEnd(body: Buffer, at: number): boolean {
  // Decodes at most four bytes, however long the body is.
  return body.length - at <= 4 && /^--(?:\r\n)?$/.test(body.toString('latin1', at))
}

function readPart(part: Buffer): { name: string; value: string } | undefined {
  const headEnd = part.indexOf(line + line)
  if (headEnd === -1 || !part.subarray(0, line.length).equals(Buffer.from(line))) return undefined
  const head = part.subarray(line.length, headEnd)
  const [, name] = (head.length > maxHeadBytes ? null : fieldHead.exec(head.toString())) ?? []
  return name === undefined ? undefined : { name, value: part.toString('utf8', headEnd + 2 * line.length) }
}

/** Next's limit for a form. Next answers a larger form with its own error. */
const limitBytes = 1024 * 1024

/**
 * Rejects invalid forms and action calls of a page. Next would answer them with 500 and log a failure, although the
 * sender caused the error.
 */
export async function checkFormPost(
  request: Request,
  checkOrigin: (headers: Headers) => Promise<OriginVerdict>,
): Promise<Outcome<undefined>> {
  const right = { ok: true, value: undefined } as const
  if (request.method !== 'POST') return right
  const { headers } = request
  const type = headers.get('content-type') ?? ''
  const isForm = type.toLowerCase().startsWith('multipart/form-data')
  if (!isForm && !headers.has('next-action')) return right
  if ((await checkOrigin(headers)) === 'foreign') return refuseBecause('foreign_origin')
  const action = headers.get('next-action')
  if (action !== null && !isActionId(action)) return refuseField('next-action', 'is not the id of a server action')
  const body = await readBytes(request, limitBytes)
  if (!body.ok) return body
  if (!isForm) return isArguments(jsonOf([body.value.toString()])) ? right : noCall
  const form = readForm(type, body.value)
  if (form === undefined) return noForm
  return (action === null ? isActionForm(form) : isActionCall(form)) ? right : noCall
}

const noForm = refuseField('body', 'must be multipart/form-data of plain fields: send the form as a browser does')
const noCall = refuseField('body', 'must call a server action: send the form as a browser does')
