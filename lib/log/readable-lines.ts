import type { DestinationStream } from 'pino'
import * as z from 'zod'

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })

/** For a person at a terminal: each line of the log as its message with its fields, in place of JSON. */
export function readableLines(write: (text: string) => void): DestinationStream {
  return { write: (json) => write(`${readable(json)}\n`) }
}

function readable(json: string): string {
  const parsed = Line.safeParse(JSON.parse(json))
  if (!parsed.success) return json.trimEnd()
  const { level, time: _, msg, ...fields } = parsed.data
  const words = Object.entries(fields).map(([name, value]) => `${name}=${printable(value)}`)
  return [...(level === 'info' ? [] : [`${level}:`]), printable(msg), ...words].join(' ')
}

/** A skill writes into these lines: what a terminal would take as a command is shown as its code. */
function printable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
