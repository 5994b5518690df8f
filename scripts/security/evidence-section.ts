import type { Evidence } from '#runner/runtimes/container/testing/bypass/bypass-case.ts'
import { bypassCases, undeclaredDomainGroup } from '#runner/runtimes/container/testing/bypass/cases.ts'

/** The gates' verdict on one pull request. */
export type GateEvidence = {
  readonly tried: string
  readonly command: string
  readonly exitCode: number
  readonly seen: string
}

const start = '<!-- evidence: written by npm run security:evidence -->'
const end = '<!-- end of evidence -->'

/**
 * Returns the document with new text between its two markers. Throws unless the start marker occurs once, and the end
 * marker once after it.
 */
export function withEvidence(document: string, rows: readonly Evidence[], gates: readonly GateEvidence[]): string {
  const [before, rest, ...others] = document.split(`${start}\n`)
  const [, after, ...further] = rest?.split(end) ?? []
  if (before === undefined || after === undefined || others.length > 0 || further.length > 0) {
    throw new Error(`SECURITY_POLICY.md must contain each of these two lines once: ${start} … ${end}`)
  }
  return `${before}${start}\n\n${sectionOf(rows, gates)}\n${end}${after}`
}

function sectionOf(rows: readonly Evidence[], gates: readonly GateEvidence[]): string {
  const groups = Object.keys(bypassCases).map((group) => {
    const title = group === undeclaredDomainGroup ? `Scenario 4: ${lowerFirst(group)} → blocked` : group
    return `### ${title}\n\n${tableOf(rows.filter((row) => row.group === group))}\n`
  })
  const [scenario4 = '', ...others] = groups
  return [
    scenario4,
    `### Scenarios 1 to 3: a pull request with a forbidden skill → blocked\n\n${gateTableOf(gates)}\n`,
    ...others,
  ].join('\n')
}

function gateTableOf(gates: readonly GateEvidence[]): string {
  const lines = gates.map(({ tried, command, exitCode, seen }) => [tried, command, String(exitCode), seen])
  return [['pull request', 'command', 'exit code', 'what was seen'], ['---', '---', '---', '---'], ...lines]
    .map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)
    .join('\n')
}

/** One row per attack; modes with the same result share a row. */
function tableOf(found: readonly Evidence[]): string {
  // A resolver requests A and AAAA records at once, so either can arrive first.
  const rows = found.map((row) => ({ ...row, seen: row.seen.replace(/ \((?:A|AAAA)\), which/, ', which') }))
  const same = Map.groupBy(rows, ({ tried, seen }) => JSON.stringify([tried, seen]))
  const lines = [...same.values()].map((shared) => {
    const [first] = shared
    const modes = shared.map(({ mode }) => mode).sort()
    return [first?.tried ?? '', first?.seen ?? '', modes.join(', ')]
  })
  return [['what was tried', 'what was seen', 'where'], ['---', '---', '---'], ...lines]
    .map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)
    .join('\n')
}

/** Escapes the attack's text, so that it never becomes Markdown or HTML. */
function cellOf(text: string): string {
  return text.replace(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)/g, '\\$&').replaceAll(/\p{Cc}/gu, ' ')
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
