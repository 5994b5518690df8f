import type * as z from 'zod'
import { readNdjson } from '#lib/platform/client/ndjson.ts'
import { Refusal } from '#runner/contract/errors.ts'
import { askForProof } from './fresh-sign-in.ts'

/** A failed call of the console, with a sentence to show. `details`: problems by field. */
export class ConsoleError extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, string>>

  constructor(code: string, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'ConsoleError'
    this.code = code
    this.details = details
  }
}

type Call = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of a body. */
  readonly file?: Blob
  readonly signal?: AbortSignal
}

/**
 * Calls a route below `/api/console` and checks its answer.
 *
 * @throws ConsoleError if the route refuses, cannot be reached, or answers in another shape
 */
export async function callConsole<Schema extends z.ZodType>(
  answer: Schema,
  path: string,
  call: Call = {},
): Promise<z.output<Schema>> {
  const response = await ask(path, call)
  return checked(answer, await response.json().catch(() => undefined))
}

/** Like `callConsole`, for a route that answers with a line for each step of long work. */
export async function* followConsole<Schema extends z.ZodType>(
  line: Schema,
  path: string,
  call: Call,
): AsyncGenerator<z.output<Schema>, void> {
  const { body } = await ask(path, call)
  if (body === null) throw brokenOff()
  try {
    for await (const json of readNdjson(body)) yield checked(line, json)
  } catch (cause) {
    if (call.signal?.aborted || cause instanceof ConsoleError) throw cause
    throw brokenOff()
  }
}

const brokenOff = () => new ConsoleError('INTERNAL', 'The answer of the app broke off. Try again.')
const offline = () => new ConsoleError('OFFLINE', 'The app cannot be reached. Check your connection and try again.')

/** Like `callConsole`, for a route that answers with a file. */
export async function readConsoleFile(path: string, call: Call): Promise<Blob> {
  const response = await ask(path, call)
  return response.blob().catch(() => {
    throw brokenOff()
  })
}

/** Another tab signs this one in too, and the page keeps what is typed. */
const signedOut = 'You are signed out. Sign in again in another tab, then try again here.'

/** Sends a request. If it needs a fresh sign-in, the dialog asks the operator for it, and it is sent again. */
async function ask(path: string, call: Call): Promise<Response> {
  const { method = 'GET', body, file, signal } = call
  const response = await fetch(`/api/console${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { headers: { 'content-type': 'application/octet-stream' }, body: file }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw offline()
  })
  if (response.ok) return response
  const failure = Refusal.safeParse(await response.json().catch(() => undefined))
  if (failure.success) {
    const { code, reason, message, details } = failure.data.error
    if (reason === 'fresh_sign_in' && (await askForProof())) return ask(path, call)
    throw new ConsoleError(code, code === 'UNAUTHENTICATED' ? signedOut : message, details)
  }
  throw new ConsoleError('INTERNAL', `The app answered with status ${response.status}. Reload the page.`)
}

function checked<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json)
  if (!read.success) throw new ConsoleError('INTERNAL', 'The app has changed since this page was loaded. Reload it.')
  return read.data
}
