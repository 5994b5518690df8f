import { printableJson } from '#runner/core/printable-json.ts'
import { printable } from './terminal.ts'

export type JsonOption = { json?: boolean }

/** Prints the result of a command: one line of JSON with `--json`, otherwise the text. */
export function printAnswer(options: JsonOption, value: unknown, text: string): void {
  process.stdout.write(`${options.json ? printableJson(value, 0) : printable(text)}\n`)
}
