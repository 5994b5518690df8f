import type { Evidence } from '#runner/runtimes/container/testing/bypass/bypass-case.ts'
import { bypassCases, undeclaredDomainGroup } from '#runner/runtimes/container/testing/bypass/cases.ts'
import type { GateEvidence } from './gate-evidence.ts'

const start = '<!-- evidence: written by npm run security:evidence -->'
const end = '<!-- end of evidence -->'

/**
 * Returns the policy with the table of its four scenarios between the two markers. Throws unless the start marker occurs
 * once, and the end marker once after it.
 */
export function withScenarios(policy: string, rows: readonly Evidence[], gates: readonly GateEvidence[]): string {
  const [before, rest, ...others] = policy.split(`${start}\n`)
  const [, after, ...further] = rest?.split(end) ?? []
  if (before === undefined || after === undefined || others.length > 0 || further.length > 0) {
    throw new Error(`SECURITY_POLICY.md must contain each of these two lines once: ${start} … ${end}`)
  }
  const pulls = gates.map(({ scenario, tried, seen }) => [
    scenario === 0 ? 'without fault' : scenario,
    tried,
    seen,
    'gates',
  ])
  const calls = sameOnce(rows.filter(({ group }) => group === undeclaredDomainGroup)).map((cells) => [4, ...cells])
  const table = tableOf(['scenario', 'what was tried', 'what was seen', 'where'], [...pulls, ...calls])
  return `${before}${start}\n\n${table}\n\n${end}${after}`
}

/** What was seen of every attempt to get out of a container, by its target. */
export function bypassTables(rows: readonly Evidence[]): string {
  return Object.keys(bypassCases)
    .map((group) => {
      const found = sameOnce(rows.filter((row) => row.group === group))
      return `### ${group}\n\n${tableOf(['what was tried', 'what was seen', 'where'], found)}\n`
    })
    .join('\n')
}

/** One row per attack; modes with the same result share a row. */
function sameOnce(found: readonly Evidence[]): string[][] {
  // A resolver requests A and AAAA records at once, so either can arrive first.
  const rows = found.map((row) => ({ ...row, seen: row.seen.replace(/ \((?:A|AAAA)\), which/, ', which') }))
  const same = Map.groupBy(rows, ({ tried, seen }) => JSON.stringify([tried, seen]))
  return [...same.values()].map((shared) => {
    const modes = shared.map(({ mode }) => mode).sort()
    return [shared[0]?.tried ?? '', shared[0]?.seen ?? '', modes.join(', ')]
  })
}

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n')

/** Escapes the attack's text, so that it never becomes Markdown or HTML. */
const cellOf = (text: string | number): string =>
  String(text)
    .replace(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)/g, '\\$&')
    .replaceAll(/\p{Cc}/gu, ' ')
