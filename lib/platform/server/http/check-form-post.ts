import { isActionCall, isActionForm, isActionId, isArguments, jsonOf } from './action-call.ts'
import { readForm } from './form-parts.ts'
import type { OriginVerdict } from './origin.ts'
import { type Outcome, refuseBecause, refuseField } from './outcome.ts'
import { readBytes } from './read-json.ts'

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
