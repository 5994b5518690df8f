import type { DestinationStream } from 'pino'
import * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { showTerminalMarks } from './terminal-marks.ts'

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })
const Texts = z.array(z.string())

/** Prefix of a text's second and later lines, so that none looks like a log line. */
const margin = '    | '

/**
 * Formats log lines for a person at a terminal: the message with its fields instead of JSON. Multi-line texts, such as
 * stacks, follow below with a margin.
 */
export function readableLines(write: (text: string) => void): DestinationStream {
  return { write: (line) => write(`${readable(line)}\n`) }
}

function readable(text: string): string {
  const parsed = Line.safeParse(jsonOrNot(text))
  if (!parsed.success) return showTerminalMarks(text.trimEnd())
  const { level, time: _, msg, ...fields } = parsed.data
  const words = Object.entries(fields).map(([name, value]) => `${showTerminalMarks(name)}=${textOf(value)}`)
  // Multi-line fields come last, so that nothing follows their last line.
  words.sort((a, b) => Number(a.includes('\n')) - Number(b.includes('\n')))
  const [head = '', ...below] = inLines(msg).split('\n')
  const line = [...(level === 'info' ? [] : [`${level}:`]), head, ...words].join(' ')
  return [line, ...below].join('\n')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return inLines(value)
  const texts = Texts.safeParse(value)
  // For example the findings of a check, one sentence each.
  if (texts.success && texts.data.some((text) => text.includes(' '))) return inLines(['', ...texts.data].join('\n'))
  return showTerminalMarks(JSON.stringify(value))
}

/** Skills can put text into these fields. */
function inLines(text: string): string {
  const lines = text.trimEnd().replaceAll('\t', '  ').split(/\r?\n/)
  return lines.map((line, at) => (at === 0 ? '' : `\n${margin}`) + showTerminalMarks(line)).join('')
}
