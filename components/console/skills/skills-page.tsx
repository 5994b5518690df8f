'use client'

import { useSkills } from '#lib/console/client/use-skills.ts'
import type { ConsoleSkill } from '#lib/console/model/console-skill.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsolePage, EmptyList } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { QueryState } from '../query-state.tsx'
import { LeftOut } from './left-out.tsx'
import { Providers } from './providers.tsx'
import { EnabledMark, tierTexts, VerdictMark } from './verdict.tsx'

/** Every installed skill, with the verdict of the gates. */
export function SkillsPage() {
  const query = useSkills()
  return (
    <ConsolePage
      title="Skills"
      end={
        <ButtonLink size="sm" href="/console/skill-sources">
          <Icon name="search" small />
          Find skills
        </ButtonLink>
      }
      note="The gates check each release before it may run. What runs is held by the sandbox."
    >
      <QueryState query={query} name="Skills">
        {(answer) => (
          <>
            <LeftOut problems={answer.left_out} areAll={answer.skills.length === 0} />
            {answer.skills.length === 0 && answer.left_out.length === 0 && (
              <EmptyList label="No skills">
                <b>No skill is installed.</b> Find one, or add a folder to <span className="mono">skills/</span> and
                name it in <span className="mono">skills/SKILL_MANIFEST.json</span>.
              </EmptyList>
            )}
            {answer.skills.length > 0 && (
              <section className="console-box" aria-label="Skills">
                <ConsoleTable columns={columns} rows={answer.skills} idOf={({ name }) => name} />
              </section>
            )}
            {answer.providers.length > 0 && <Providers providers={answer.providers} />}
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

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
