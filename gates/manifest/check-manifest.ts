import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { excerptOf, type Finding } from '../finding.ts'
import type { GateManifest } from '../read-gate-manifest.ts'
import type { WholeFolder } from '../read-whole-folder.ts'
import type { TravelRuleId } from '../rule-ids.ts'
import type { FoundHost } from '../travel/hosts.ts'
import { leastPrivilege } from './least-privilege.ts'

/**
 * Checks the manifest as for publishing, and advises on permissions. Problems block a skill with a skill.yaml. A plain
 * Agent Skill gets no permissions here, so a person judges its problems.
 */
export function checkManifest(
  { files }: Pick<WholeFolder, 'files'>,
  read: GateManifest,
  hosts: readonly FoundHost[],
): Finding[] {
  const { isOurs, problems, strict, warnings } = read
  return [
    ...problems.map((problem) => findingOf('MANIFEST-INVALID', problem, isOurs ? 'high' : 'medium', isOurs)),
    // A problem that prevents both loading and publishing is reported only once.
    ...strict
      .filter(
        (one) => !problems.some(({ file, line, path }) => file === one.file && line === one.line && path === one.path),
      )
      .map((problem) => findingOf('MANIFEST-FORMAT', problem, isOurs ? 'high' : 'low', isOurs)),
    ...warnings.map((problem) => findingOf('MANIFEST-WARNING', problem, 'info', false)),
    ...leastPrivilege(files, read, hosts).map(({ rule, ...problem }) => findingOf(rule, problem, 'low', false)),
  ]
}

function findingOf(
  rule: TravelRuleId,
  { file, line, column, path, message, remedy }: ManifestProblem,
  severity: Finding['severity'],
  blocks: boolean,
): Finding {
  return {
    gate: 'manifest',
    rule,
    class: 'manifest',
    severity,
    confidence: 'high',
    file,
    line,
    column,
    excerpt: excerptOf(path),
    // The sentence may start in lower case, because the name of a field keeps its case.
    why: withStop(`${path === '' ? 'The manifest' : path} ${message}`),
    remedy: withStop(`${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`),
    signals: [],
    blocks,
  }
}

/** Adds a full stop: manifest messages are parts of a line, but findings are whole sentences. */
const withStop = (text: string): string => `${text}${/[.?]$/.test(text) ? '' : '.'}`
