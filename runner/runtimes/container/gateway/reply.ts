import type { ServerResponse } from 'node:http'
import type { GuestAnswer } from '../../../contract/host-seam.ts'
import { FetchHead } from '../../../contract/operations/fetch.ts'
import type { Json } from '../../../contract/skill-io.ts'
import { type HeaderPairs, ofTheConnection } from '../../../egress/request-headers.ts'

/** An HTTP response before it is written. */
export type Reply = { readonly status: number; readonly headers: HeaderPairs; readonly body: Uint8Array }

/** Marks errors of the gateway itself, so that a program can tell them from its provider's answers. */
const errorHeader = 'x-travel-error'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

export function jsonReply(value: Json): Reply {
  return {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(value)),
  }
}

/** An RFC 9457 problem. `name` is the name of the error that an embedded skill gets for the same failure. */
export function problem(status: number, name: string, detail: string): Reply {
  const shown = token.test(name) ? name : 'Error'
  return {
    status,
    headers: [
      ['content-type', 'application/problem+json'],
      [errorHeader, shown],
    ],
    body: Buffer.from(JSON.stringify({ title: shown, status, detail })),
  }
}

/** The statuses of failures that are not the provider's. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['TimeoutError', 504],
  ['CapabilityRevoked', 403],
])

/** @throws Error when the value is not the result of a fetch, which is a bug */
export function replyOfFetch(answer: GuestAnswer): Reply {
  if (answer.kind === 'rejected') {
    return problem(statuses.get(answer.name) ?? 502, answer.name, answer.message)
  }
  const { status, headers } = FetchHead.parse(answer.value)
  if (status < 200 || status > 999) return problem(502, 'NetworkError', `the server answered with the status ${status}`)
  return { status, headers: headers.filter(isWritable).map(asBytes), body: answer.body ?? new Uint8Array() }
}

function isWritable([name]: readonly [string, string]): boolean {
  return token.test(name) && !ofTheConnection.has(name.toLowerCase())
}

/** Node writes each character of a header as one byte, so a value with other characters is sent as UTF-8. */
function asBytes([name, value]: readonly [string, string]): readonly [string, string] {
  const bytes = fieldValue.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1')
  return [name, bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ')]
}

const withoutBody = new Set([204, 304])

/**
 * Writes the reply; `isLast` then closes the connection. Resolves when it is written completely, or the connection
 * closes.
 */
export function send(response: ServerResponse, { status, headers, body }: Reply, isLast: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('close', resolve)
  const hasBody = response.req.method !== 'HEAD' && !withoutBody.has(status)
  const own = [...(hasBody ? ['content-length', String(body.length)] : []), ...(isLast ? ['connection', 'close'] : [])]
  response.writeHead(status, [...headers.flat(), ...own])
  response.end(hasBody ? body : undefined)
  return promise
}

/** A response as text, for connections without a parsed request. */
export function textOf({ status, headers, body }: Reply): string {
  const lines = [...headers, ['content-length', String(body.length)] as const, ['connection', 'close'] as const]
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} \r\n${head}\r\n${Buffer.from(body).toString()}`
}
