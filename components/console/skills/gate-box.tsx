import type { ConsoleSkillPage, Finding, Verdict } from '#lib/console/model/console-skill.ts'
import { isAgainst, opinionIn, type SecondOpinion } from '#lib/console/model/second-opinion.ts'
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

/** What a model may say that a skill does. */
const actTexts: Readonly<Record<string, string>> = {
  acts_without_consent: 'acts without consent',
  conceals_actions: 'conceals what it does',
  follows_remote_instructions: 'follows instructions from elsewhere',
  sends_data_away: 'sends data away',
  exposes_secrets: 'exposes secrets',
  weakens_safeguards: 'weakens safeguards',
  persists: 'makes itself permanent',
  impersonates: 'pretends to be somebody else',
  hidden_program: 'hides a program',
}

function opinionText({ model, opinion, acts, finding: { why, accepted } }: SecondOpinion): string {
  if (opinion === 'harmless') return `${model} has no doubt. This does not change the verdict.`
  if (opinion === 'unknown')
    return `${model} was asked. ${why} The verdict is that of the gates; the next start asks again.`
  const known = acts.flatMap((act) => actTexts[act] ?? [])
  const doubt = `${model} doubts that it acts for the person${known.length === 0 ? '' : `: it ${known.join(', ')}`}.`
  return accepted === null ? `${doubt} Only this doubt holds the release for review.` : `${doubt} You accept the doubt.`
}

/** What a language model said about the release, which the gates admit. */
function Opinion({ findings }: Pick<ConsoleSkillPage, 'findings'>) {
  const given = opinionIn(findings)
  const isDoubt = given?.opinion === 'doubtful' && given.finding.accepted === null
  return (
    <li className={`tone-${isDoubt ? 'warn' : given?.opinion === 'harmless' ? 'ok' : 'quiet'}`}>
      <Icon name={isDoubt ? 'warn' : given?.opinion === 'harmless' ? 'check' : 'minus'} small />
      <b>Second opinion</b>
      <span>{given === undefined ? 'No language model was asked.' : opinionText(given)}</span>
    </li>
  )
}

type GatedPage = Pick<ConsoleSkillPage, 'verdict' | 'version' | 'gates' | 'refusal' | 'findings'>

/** The result of the gates for the release. */
export function GateBox({ page }: { page: GatedPage }) {
  const { verdict, version, gates, refusal, findings } = page
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
        {verdict !== 'unfinished' && <Opinion findings={findings} />}
      </ul>
      <p className="gate-note soft-xs">Scanning is triage. The sandbox is the wall.</p>
    </ConsoleBox>
  )
}

/** The findings with file and line. Findings that count come before accepted ones. */
export function Findings({ page }: { page: Pick<ConsoleSkillPage, 'findings' | 'chains'> }) {
  const { chains } = page
  const findings = page.findings.filter(isAgainst)
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
        <b className="console-mono">{file === '' ? 'The folder' : `${file}:${line}`}</b>{' '}
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
