'use client'

import { type ConsoleSkill, ConsoleSkills } from '#lib/console/model/console-skill.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox } from '../console-page.tsx'
import type { Column } from '../console-table.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import { Status } from '../status.tsx'
import { EnabledMark, tierTexts, VerdictMark } from './verdict.tsx'

const looks = {
  configured: { icon: 'check', tone: 'ok', text: 'Configured' },
  'not configured': { icon: 'warn', tone: 'warn', text: 'Not configured' },
  'stand-in': { icon: 'info', tone: 'info', text: 'Sample data' },
} as const

/** The providers that enabled skills call, and what each still needs. */
export const Providers = ({ providers }: Pick<ConsoleSkills, 'providers'>) => (
  <ConsoleBox title="Providers" note="that enabled skills ask with credentials">
    <ul className="console-rows provider-list">
      {providers.map(({ skill, provider, state, missing }) => (
        <li key={skill}>
          <Status {...looks[state]} />
          <div>
            <b>{provider}</b> <span className="faint">{skill}</span>
            {missing.map((why) => (
              <p key={why} className="quiet">
                {why}.
              </p>
            ))}
          </div>
          {missing.length > 0 && (
            <TextLink href="/console/credentials?add=1">
              Add a credential<span className="sr-only"> for {provider}</span>
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  </ConsoleBox>
)

const columns: readonly Column<ConsoleSkill>[] = [
  {
    header: 'Skill',
    isRowHeader: true,
    cell: ({ name, description }) => (
      <>
        <PageLink className="profile-link" href={`/console/skills/${name}`}>
          {name}
        </PageLink>
        <small>{description}</small>
      </>
    ),
  },
  { header: 'Version', from: 'tablet', cell: ({ version }) => version },
  { header: 'Tier', from: 'tablet', cell: ({ tier }) => tierTexts[tier] },
  { header: 'State', cell: ({ is_enabled }) => <EnabledMark isEnabled={is_enabled} /> },
  { header: 'Gates', cell: ({ verdict }) => <VerdictMark verdict={verdict} /> },
  { header: 'Findings', from: 'desktop', cell: ({ findings_count: count }) => (count === 0 ? 'None' : count) },
]

interface LeftOutProps {
  problems: ConsoleSkills['left_out']
  /** Whether no skill is left. */
  areAll: boolean
}

/** Why approved skills do not run: the problems of their folders, and of the list of approved skills. */
export function LeftOut({ problems, areAll }: LeftOutProps) {
  if (problems.length === 0) return null
  return (
    <ConsoleBox title="Left out" note={counted(problems.length, 'problem')}>
      <ul className="console-rows finding-list">
        <li>
          These entries and skills are left out. {areAll ? 'No skill runs.' : 'The others run.'} Restart the app after a
          correction.
        </li>
        {problems.map(({ file, line, column, path, message, remedy }) => (
          <li key={`${file}:${line}:${column} ${path} ${message}`}>
            <b className="console-mono">
              {file}:{line}
            </b>
            <p>
              {path !== '' && `${path} `}
              {message}. <span className="console-quiet">To mend: {remedy}.</span>
            </p>
          </li>
        ))}
      </ul>
    </ConsoleBox>
  )
}

const pollMs = 30_000

/** Every installed skill, with the verdict of the gates. Releases and verdicts change while the page is open. */
export const SkillsPage = () => (
  <ResourcePage
    title="Skills"
    end={
      <ButtonLink size="sm" href="/console/skill-sources">
        <Icon name="search" small />
        Find skills
      </ButtonLink>
    }
    note="The gates check each release before it may run. What runs is held by the sandbox."
    path="/skills"
    answer={ConsoleSkills}
    pollMs={() => pollMs}
    columns={columns}
    rowsOf={({ skills }) => skills}
    idOf={({ name }) => name}
    above={({ left_out, skills }) => <LeftOut problems={left_out} areAll={skills.length === 0} />}
    below={({ providers }) => providers.length > 0 && <Providers providers={providers} />}
    empty={({ answer }) =>
      answer.left_out.length === 0 && (
        <>
          <b>No skill is installed.</b> Find one, or add a folder to <span className="mono">skills/</span> and name it
          in <span className="mono">skills/SKILL_MANIFEST.json</span>.
        </>
      )
    }
  />
)
