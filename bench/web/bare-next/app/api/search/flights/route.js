import { readFileSync } from 'node:fs'

let answer

/** Answers with the bytes of the file that BARE_ANSWER names. They are of the type in BARE_TYPE. */
export function GET(_request) {
  answer ??= readFileSync(process.env.BARE_ANSWER)
  return new Response(answer, { headers: { 'content-type': process.env.BARE_TYPE } })
}
