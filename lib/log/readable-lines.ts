import type { DestinationStream } from 'pino'
import * as z from 'zod'
import { showTerminalMarks } from './terminal-marks.ts'

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })

/** For a person at a terminal: each line of the log as its message with its fields, in place of JSON. */
export function readableLines(write: (text: string) => void): DestinationStream {
  return { write: (line) => write(`${readable(line)}\n`) }
}

function readable(text: string): string {
  const parsed = Line.safeParse(jsonOf(text))
  if (!parsed.success) return showTerminalMarks(text.trimEnd())
  const { level, time: _, msg, ...fields } = parsed.data
  const words = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  // A skill writes into these lines.
  return showTerminalMarks([...(level === 'info' ? [] : [`${level}:`]), msg, ...words].join(' '))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
