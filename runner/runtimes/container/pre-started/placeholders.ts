import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { HostOp } from '../../../contract/journal.ts'
import { FetchArgs } from '../../../contract/operations/fetch.ts'
import type { Json } from '../../../contract/skill-io.ts'

/** Translates between the placeholders in a container started in advance and those of its session. */
export type Translation = {
  /** For requests: replaces the container's placeholders with the session's, also inside Basic authentication. */
  args(op: HostOp, args: Json): Json
  /** For answers: replaces the session's placeholders, which the container must never see, with the container's own. */
  answer(answer: HostAnswer): HostAnswer
  /** For printed text: makes it equal to the text of a container that was started for its execution. */
  out(text: string): string
}

type Replace = (text: string) => string

const basic = /^(basic +)([A-Za-z0-9+/]+={0,2})$/i

/**
 * `own` and `session` are placeholders by the names of their secrets. Placeholders of another container stay unchanged:
 * they are meaningless text. A placeholder consists of characters that no format escapes, so a text search finds it
 * everywhere.
 */
export function createTranslation(
  own: Readonly<Record<string, string>>,
  session: Readonly<Record<string, string | null>>,
): Translation {
  const pairs = Object.entries(own).flatMap(([name, text]): [string, string][] => {
    const other = Object.hasOwn(session, name) ? session[name] : undefined
    return other == null ? [] : [[text, other]]
  })
  const out = replaceAll(pairs)
  const back = replaceAll(pairs.map(([text, other]) => [other, text]))
  if (pairs.length === 0) return { args: (_, args) => args, answer: (answer) => answer, out }

  return {
    args(op, args) {
      if (op !== 'fetch') return mapTexts(args, out)
      const parsed = FetchArgs.safeParse(args)
      // Invalid arguments are passed on unchanged, so that the host rejects them.
      if (!parsed.success) return args
      const { url, headers, body, ...rest } = parsed.data
      return {
        ...rest,
        url: out(url),
        headers: headers.map(([name, value]) => [name, inHeader(value, out)]),
        body: bodyOf(body, out),
      }
    },
    answer(answer) {
      switch (answer.kind) {
        case 'end':
        case 'suspend':
          return answer
        case 'rejected':
          return { ...answer, message: back(answer.message) }
        case 'value': {
          const value = mapTexts(answer.value, back)
          return answer.body === undefined
            ? { kind: 'value', value }
            : { kind: 'value', value, body: inBytes(answer.body, back) }
        }
      }
    },
    out,
  }
}

function replaceAll(pairs: readonly (readonly [string, string])[]): Replace {
  return (text) => pairs.reduce((made, [from, to]) => made.replaceAll(from, () => to), text)
}

function inHeader(value: string, replace: Replace): string {
  const [, scheme, encoded] = basic.exec(value) ?? []
  if (scheme === undefined || encoded === undefined) return replace(value)
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  const made = replace(text)
  return made === text ? value : scheme + Buffer.from(made, 'latin1').toString('base64')
}

function bodyOf(body: FetchArgs['body'], replace: Replace): FetchArgs['body'] {
  if (body === null) return null
  if ('text' in body) return { text: replace(body.text) }
  return { base64: Buffer.from(inBytes(Buffer.from(body.base64, 'base64'), replace)).toString('base64') }
}

function inBytes(bytes: Uint8Array, replace: Replace): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const made = replace(text)
  return made === text ? bytes : Buffer.from(made, 'latin1')
}

function mapTexts(value: Json, replace: Replace): Json {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace)]))
}
