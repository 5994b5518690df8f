'use client'

import { type AgentSkillRow, ConsoleAgentSkills, isLeft } from '#lib/console/model/console-agent-skills.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { PageLink } from '../../ui/page-link.tsx'
import type { Column } from '../console-table.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { Status } from '../status.tsx'
import { AgentRuleForm, AgentSecrets } from './agent-rule-form.tsx'

const columns: readonly Column<AgentSkillRow>[] = [
  {
    header: 'Skill',
    isRowHeader: true,
    cell: ({ name, description }) => (
      <>
        <PageLink className="link" href={`/console/skills/${name}`}>
          {name}
        </PageLink>
        <small>{description}</small>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ rule }) =>
      rule?.enabled === false ? (
        <Status icon="x" tone="stop" text="Off" />
      ) : (
        <Status icon="check" tone="ok" text="On" />
      ),
  },
  {
    header: 'Version',
    from: 'tablet',
    cell: ({ version, kept_version }) => (kept_version === null ? version : `Keeps ${kept_version}`),
  },
  { header: 'Tier', from: 'tablet', cell: ({ tier, rule }) => <TierBadge tier={rule?.tier ?? tier} /> },
  { header: 'Lowered', from: 'tablet', cell: (row) => loweredIn(row) },
]

/** What one agent may do with each skill that its keys may call. */
export const AgentSkillsPage = ({ slug }: { slug: string }) => (
  <ResourcePage
    title={`Skills of ${slug}`}
    name="The skills of the agent"
    parent={{ href: '/console/agents', text: 'Agent keys' }}
    note="A rule lowers what the agent may do with a skill, for all of its keys. It grants nothing."
    path={`/agents/${slug}/skills`}
    answer={ConsoleAgentSkills}
    className="name-table"
    columns={columns}
    rowsOf={({ skills }) => skills}
    idOf={({ name }) => name}
    opens={{
      text: 'Change',
      about: ({ name }) => name,
      panel: (row, close) => (
        <>
          <AgentRuleForm slug={slug} row={row} onClose={close} />
          <AgentSecrets slug={slug} row={row} />
        </>
      ),
    }}
    empty={() => (
      <>
        <b>Its keys may call no skill that is enabled.</b> Make a key for other skills, or enable these.
      </>
    )}
  />
)

/** How many limits and permissions a rule lowers. */
function loweredIn({ permissions, rule }: AgentSkillRow): string {
  const limits = Object.keys(rule?.limits ?? {}).length
  const refused = permissions.filter((one) => !isLeft(rule?.permissions, one)).length
  const parts = [
    ...(limits > 0 ? [counted(limits, 'limit')] : []),
    ...(refused > 0 ? [counted(refused, 'permission')] : []),
  ]
  return parts.join(', ') || 'Nothing'
}
