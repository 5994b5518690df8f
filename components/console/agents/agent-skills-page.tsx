'use client'

import './agents.css'
import { useState } from 'react'
import { useAgentSkills } from '#lib/console/client/use-agent-skills.ts'
import { type AgentSkillRow, isLeft } from '#lib/console/model/console-agent-skills.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsolePage, type DoneNote, EmptyList, useDone } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { focusWhenShown } from '../focus-page.ts'
import { QueryState } from '../query-state.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { Status } from '../status.tsx'
import { AgentRuleForm } from './agent-rule-form.tsx'
import { AgentSecrets } from './agent-secrets.tsx'

const parent = { href: '/console/agents', text: 'Agent keys' }

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
export function AgentSkillsPage({ slug }: { slug: string }) {
  const query = useAgentSkills(slug)
  const [done, setDone] = useState<DoneNote>('')
  return (
    <ConsolePage
      title={`Skills of ${slug}`}
      parent={parent}
      note="A rule lowers what the agent may do with a skill, for all of its keys. It grants nothing."
      done={done}
      onDone={setDone}
    >
      <QueryState query={query} name="The skills of the agent" wayOut={parent}>
        {({ skills }) =>
          skills.length === 0 ? (
            <EmptyList label="No skills">
              <b>Its keys may call no skill that is enabled.</b> Make a key for other skills, or enable these.
            </EmptyList>
          ) : (
            <section className="console-box" aria-label={`Skills of ${slug}`}>
              <SkillTable slug={slug} skills={skills} />
            </section>
          )
        }
      </QueryState>
    </ConsolePage>
  )
}

function SkillTable({ slug, skills }: { slug: string; skills: readonly AgentSkillRow[] }) {
  const [open, setOpen] = useState('')
  const say = useDone()
  const change: Column<AgentSkillRow> = {
    header: 'Actions',
    isSpoken: true,
    cell: ({ name }) =>
      open !== name && (
        <Button id={`change-${name}`} size="sm" aria-label={`Change ${name}`} onClick={() => setOpen(name)}>
          Change
        </Button>
      ),
  }
  return (
    <ConsoleTable
      className="agent-key-table"
      columns={[...columns, change]}
      rows={skills}
      idOf={({ name }) => name}
      panel={(row) =>
        open === row.name && (
          <>
            <AgentRuleForm
              slug={slug}
              row={row}
              onClose={(said?: DoneNote) => {
                setOpen('')
                if (said !== undefined) say(said)
                focusWhenShown(`change-${row.name}`)
              }}
            />
            <AgentSecrets slug={slug} row={row} />
          </>
        )
      }
    />
  )
}

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
