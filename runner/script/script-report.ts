import type { ErrorCode } from '../contract/errors.ts'
import type { ScriptReport } from '../contract/skill-io.ts'
import type { PrintedLine } from '../journal/printed.ts'
import type { Redactor } from '../redact/redact.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import { lineOfFence } from './script-text.ts'

/** The printed lines of a script, its text, and its failure. */
export type ScriptEnd = {
  readonly text?: string
  readonly printed: readonly PrintedLine[]
  /** Absent: the script succeeded. `detail`: the runtime's error text. `remedy`: what the sender can do. */
  readonly failure?: {
    readonly code: ErrorCode
    readonly message: string
    readonly detail: string | undefined
    readonly remedy?: string | undefined
  }
}

/** Codes whose detail may be shown: it comes from the script itself or names only what the script requested. */
const shownCodes: readonly ErrorCode[] = [
  'SKILL_CRASHED',
  'INVALID_OUTPUT',
  'CAPABILITY_DENIED',
  'CAPABILITY_REVOKED',
  'EGRESS_BLOCKED',
  'NOT_CONFIGURED',
]

/** In characters. */
const longestError = 4000

/** The report of a script before redaction. */
export function scriptReport({ printed, text, failure }: ScriptEnd): ScriptReport {
  const texts = { stdout: textOf(printed, 'stdout'), stderr: textOf(printed, 'stderr') }
  return failure === undefined ? texts : { ...texts, ...errorOf(failure, text) }
}

/**
 * Redacts a report. The lines are redacted in the order in which they were printed, so that a value split between the
 * two streams is found too.
 */
export async function redactReport(
  report: ScriptReport,
  printed: readonly PrintedLine[],
  redact: Pick<Redactor, 'text' | 'lines'>,
): Promise<ScriptReport> {
  const texts = await runInSlices(redact.lines(printed.map(({ text }) => text)))
  const shown = printed.map(({ stream }, at) => ({ stream, text: texts[at] ?? '' }))
  return {
    ...report,
    stdout: textOf(shown, 'stdout'),
    stderr: textOf(shown, 'stderr'),
    ...(report.error === undefined ? {} : { error: redact.text(report.error) }),
  }
}

function textOf(lines: readonly PrintedLine[], wanted: PrintedLine['stream']): string {
  return lines.flatMap(({ stream, text }) => (stream === wanted ? [`${text}\n`] : [])).join('')
}

/** Stack frames of the prelude's functions, which are on line 1 of the script. */
const ownFrame = /\bat (set_result|__call) /
/** A position in the script, as every runtime names it. */
const place = /\b(skill\.js|script\.py):(\d{1,7})/

type Meaning = readonly [RegExp, string]

/** Texts of the engine, and what they mean to the author of a script. */
const meanings: readonly Meaning[] = [
  [
    /^ReferenceError: could not load module ('.*')$/,
    'There is no module $1 here: a script imports nothing. /skill.md says what it has instead.',
  ],
  [
    /^(ReferenceError: (?:require|process|Buffer|window|document|XMLHttpRequest) is not defined)$/,
    '$1: there is no Node and no DOM here. /skill.md says what a script has instead.',
  ],
  [
    /^(ReferenceError: Intl is not defined(?:, and \w+ needs it)?)$/,
    '$1: there are no locales and no time zones here. Format and compare without them; time.offset gives the UTC offset of a place or zone.',
  ],
  [/^SyntaxError: unsupported keyword: export$/, 'A script exports nothing: give its result to set_result.'],
  [/^it (?=waits for )/, 'The script '],
]

/** A declaration of an import, which only modules of JavaScript can have, and what an error at its line means. */
const importDeclaration = /^\s*import\b(?!\s*[.(])/
const noModules: Meaning = [
  /^(SyntaxError: .*)$/,
  '$1: a script in JavaScript imports nothing. /skill.md says what it has instead of modules.',
]

/** What an error after the last line means: the engine found the end of the code around the script, which its author did not write. */
const unfinished: Meaning = [
  /^(SyntaxError: .*)$/,
  '$1 after the last line: the script ends within a statement or bracket, or closes a bracket that it did not open.',
]

/** The frames of an error that the compiler found, in no function. */
const notCompiled = /^\s+at (?:skill\.js|script\.py):/

/** What a syntax error means in a text that has a Markdown fence, perhaps with sentences around it. */
const fenced = (line: number): Meaning => [
  /^(SyntaxError: .*)$/s,
  `$1: line ${line} is a Markdown fence. Send only the code.`,
]

function errorOf(
  { code, message: sentence, detail, remedy }: NonNullable<ScriptEnd['failure']>,
  script = '',
): Pick<ScriptReport, 'error' | 'remedy' | 'line'> {
  const forSender = remedy === undefined ? {} : { remedy }
  if (detail === undefined) return { error: sentence, ...forSender }
  // Separates the stack, which contains platform code. The text may name any place.
  const [text = ''] = detail.split(/\n\s+at /, 1)
  const frames = detail.slice(text.length).replace(/^\n/, '').split('\n')
  const [, file, number] = place.exec(frames.filter((frame) => !ownFrame.test(frame)).join('\n')) ?? []
  // A timeout with a place is the error of a request that the deadline ended.
  const isShown = shownCodes.includes(code) || (code === 'TIMEOUT' && file !== undefined)
  if (!isShown) return { error: sentence, ...forSender }
  const lines = script.split('\n')
  const isAfterScript = file === 'skill.js' && script !== '' && Number(number) > lines.length
  const line = isAfterScript ? lines.length : Number(number)
  const declaresImport = file === 'skill.js' && importDeclaration.test(lines[line - 1] ?? '')
  const fence = notCompiled.test(frames.join('\n')) ? lineOfFence(script) : undefined
  const known = [
    ...(fence === undefined ? [] : [fenced(fence)]),
    ...(isAfterScript ? [unfinished] : declaresImport ? [noModules, ...meanings] : meanings),
  ]
  const told = known.reduce((words, [from, to]) => words.replace(from, to), text.trim())
  const own = told.replaceAll('skill.js', 'script').slice(0, longestError)
  if (code === 'SKILL_CRASHED') return { error: own, ...(line > 0 ? { line } : {}) }
  const error = `${sentence} ${own}${remedy === undefined ? '' : '.'}`
  return { error, ...forSender, ...(line > 0 ? { line } : {}) }
}
