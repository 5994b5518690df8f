import type { ConsoleSkillPage, Finding, Verdict } from '#lib/console/model/console-skill.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { VerdictMark, verdictLooks } from './verdict.tsx'

const sentences: Readonly<Record<Verdict, string>> = {
  admit: 'Every gate admits this release.',
  review: 'The release does not run until you accept its findings, which are below.',
  block: 'The release may not run.',
  unfinished: 'A check did not end, so the release may not run.',
}
const gateTexts: Readonly<Record<string, string>> = {
  scanner: 'Scanner',
  travel: 'Travel rules',
  manifest: 'Manifest',
}

/** The result of the gates for the release. */
export function GateBox({ page }: { page: Pick<ConsoleSkillPage, 'verdict' | 'version' | 'gates' | 'refusal'> }) {
  const { verdict, version, gates, refusal } = page
  return (
    <ConsoleBox title="Gate verdict" note={`version ${version}`}>
      <div className="gate-verdict">
        <VerdictMark verdict={verdict} />
        <p className="quiet">{refusal ?? sentences[verdict]}</p>
      </div>
      <ul className="gate-list">
        {gates.map((gate) => (
          <li key={gate.gate} className={`tone-${verdictLooks[gate.verdict].tone}`}>
            <Icon name={verdictLooks[gate.verdict].icon} small />
            <b>{gateTexts[gate.gate] ?? gate.gate}</b>
            <span>
              <span className="sr-only">{gate.verdict}, </span>
              {gate.points === 0 ? 'No points' : `${counted(gate.points, 'point')}: 40 are a review, 100 a block`}
            </span>
          </li>
        ))}
      </ul>
      <p className="gate-note">Scanning is triage. The sandbox is the wall.</p>
    </ConsoleBox>
  )
}

/** The findings with file and line. Findings that count come before accepted ones. */
export function Findings({ page: { findings, chains } }: { page: Pick<ConsoleSkillPage, 'findings' | 'chains'> }) {
  const accepted = findings.filter((finding) => finding.accepted !== null).length
  return (
    <ConsoleBox title="Findings" note={`${findings.length - accepted} open, ${accepted} accepted`}>
      {findings.length === 0 && <p className="console-empty">The gates found nothing.</p>}
      <ul className="console-rows finding-list">
        {chains.map(({ what, points, links }) => (
          <li key={what}>
            <b>Chain: {what}</b> <Badge tone="warn">{counted(points, 'point')}</Badge>
            <p className="console-mono">{links.join(' → ')}</p>
          </li>
        ))}
        {findings.map((finding) => (
          <FindingRow key={`${finding.file}:${finding.line}:${finding.rule}:${finding.excerpt}`} finding={finding} />
        ))}
      </ul>
    </ConsoleBox>
  )
}

const severityTones = { info: 'plain', low: 'plain', medium: 'warn', high: 'stop', critical: 'stop' } as const

const FindingRow = ({ finding }: { finding: Finding }) => {
  const { rule, severity, file, line, excerpt, why, remedy, blocks, accepted } = finding
  return (
    <li>
      <p>
        <b className="console-mono">
          {file === '' ? 'The folder' : file}:{line}
        </b>{' '}
        <span className="console-quiet">{rule}</span>{' '}
        <Badge tone={accepted === null ? severityTones[severity] : 'plain'}>
          {blocks ? `${severity}, blocks` : severity}
        </Badge>
      </p>
      {excerpt !== '' && <pre className="finding-excerpt">{excerpt}</pre>}
      <p>
        {why} <span className="console-quiet">{remedy}</span>
      </p>
      {accepted && (
        <p className="console-quiet">
          Accepted until {accepted.expires}: {accepted.reason}
        </p>
      )}
    </li>
  )
}
