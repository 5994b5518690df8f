import { createHash } from 'node:crypto'
import { createRedactor } from '../runner/redact/redact.ts'
import { redacting, redactingText } from '../runner/redact/redact-in-slices.ts'
import { costlyParts } from '../runner/redact/testing/costly-parts.ts'
import { atOnce } from '../runner/slices/run-in-slices.ts'
import { cpuMsOf } from '../scripts/testing/cpu-ms.ts'
import { type Measurement, timesLines } from './measure.ts'
import { ascending } from './statistics.ts'

const megabyte = 1024 * 1024
const rounds = 21
/** In characters: the pieces in which large results are redacted. */
const piece = 8 * 1024

/** Random bytes, the same in each run. */
const bytesOf = (seed: string | number) => createHash('sha256').update(`text ${seed}`).digest()
/** A random number from 0 to 1, the same in each run. */
const shareOf = (seed: string | number) => bytesOf(seed).readUInt32BE() / 2 ** 32

const values = [
  `key-${bytesOf('one').toString('base64url')}`,
  bytesOf('two').toString('hex').slice(0, 32),
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
]

const offer = (at: number) => ({
  id: `off_${at}`,
  carrier: ['Alaska', 'ANA', 'Delta'][at % 3],
  price: { amount: (300 + 900 * shareOf(at)).toFixed(2), currency: 'USD' },
  departs: `2026-0${1 + (at % 9)}-15T${10 + (at % 12)}:30:00-07:00`,
  stops: at % 3,
  baggage: ['one bag, up to 23 kg', 'no checked bag'][at % 2],
})

/** Pieces of clean text by kind: what results consist of, from the most frequent to the rarest. */
const kinds: Readonly<Record<string, (at: number) => string>> = {
  JSON: (at) => `${JSON.stringify(offer(at))},`,
  'JSON with links': (at) =>
    `${JSON.stringify({ ...offer(at), link: `https://www.example.com/book?from=SEA&to=NRT&day=2026-03-15&q=a%20b%2Fc&n=${at}` })},`,
  numbers: (at) => `${Math.floor(10_000 * shareOf(at))}, ${(200 * shareOf(at)).toFixed(2)}, `,
  'hex IDs': (at) => `"${bytesOf(at).toString('hex').slice(0, 24)}", `,
  'hex digests': (at) => `"${bytesOf(at).toString('hex')}", `,
  'long decimals': (at) => `[${-180 * shareOf(at)}, ${90 * shareOf(-at)}], `,
  Base64: (at) => `${bytesOf(at).toString('base64').slice(0, -1)}`,
}

function textOf(next: (at: number) => string): string {
  const parts: string[] = []
  for (let length = 0, at = 0; length < megabyte; at += 1) length += parts[parts.push(next(at)) - 1]?.length ?? 0
  return parts.join('').slice(0, megabyte)
}

/** In characters: what a script may print, which is redacted as one text and as lines. */
const printed = 64 * 1024
const filled = (unit: string) => unit.repeat(Math.ceil(printed / unit.length)).slice(0, printed)
const plains = Array.from({ length: 200 }, () => filled('The flight departs at noon. '))

/** Runs of one part, near-repeats of two, and alternating runs. Their order is the same in each run. */
const candidates = costlyParts.flatMap((part, at) => {
  const other = costlyParts[Math.floor(costlyParts.length * shareOf(at))] ?? part
  return [part, `${part.repeat(300)}${other}`, `${part}${other}`].map(filled)
})

/** Searches for the text that costs most: how many times the CPU time of a plain text of its size. */
function worst(): Measurement[] {
  const redactor = createRedactor(values)
  const linesOf = (text: string) => text.match(/.{1,100}/gs) ?? []
  const ways: Readonly<Record<string, (text: string) => Generator<unknown>>> = {
    'as a result': (text) => redacting(text, redactor),
    'as a log': (text) => redactingText(text, redactor),
    'as lines': (text) => redactor.lines(linesOf(text)),
  }
  return Object.entries(ways).map(([subject, work]) => {
    // The least of two, because one of them may collect garbage.
    const costOf = (text: string) => Math.min(...[0, 1].map(() => cpuMsOf(() => void atOnce(work(text)))))
    // Many times, because one takes less than the counter of CPU time tells apart.
    const usualMs = cpuMsOf(() => plains.forEach((text) => void atOnce(work(text)))) / plains.length
    const value = Math.max(...candidates.map(costOf)) / usualMs
    const one = { bench: 'redact', of: 'the worst 64 KB ÷ plain text', subject, n: candidates.length }
    return { ...one, metric: 'slowest', value, unit: 'times' }
  })
}

/** Redacts 1 MB of text without a secret, at once and in pieces, and measures the CPU time; then searches for the worst text. */
export function redact(): Measurement[] {
  const { json, jsonSteps } = createRedactor(values)
  const inPieces = (text: string) => {
    const steps = jsonSteps()
    for (let at = 0; at < text.length; at += piece) atOnce(steps.push(text.slice(at, at + piece)))
    atOnce(steps.end())
  }
  return Object.entries(kinds)
    .flatMap(([kind, next]) => {
      const text = textOf(next)
      if (json(text) !== text) throw new Error(`The text of the kind "${kind}" is not clean.`)
      return [
        { subject: kind, work: () => void json(text) },
        { subject: `${kind}, in pieces`, work: () => inPieces(text) },
      ].map(({ subject, work }) => {
        const times = Array.from({ length: rounds }, () => cpuMsOf(work))
        return timesLines({ bench: 'redact', subject }, times.sort(ascending))
      })
    })
    .flat()
    .concat(worst())
}
