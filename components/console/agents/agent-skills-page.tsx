'use client'

import './agents.css'
import { useRef, useState } from 'react'
import { useAgentSkills } from '#lib/console/client/use-agent-skills.ts'
import { type AgentSkillRow, isLeft } from '#lib/console/model/console-agent-skills.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsolePage, type DoneNote, EmptyList, useDone } from '../console-page.tsx'
import { TableHead } from '../console-table.tsx'
import { QueryState } from '../query-state.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { Status } from '../status.tsx'
import { AgentRuleForm } from './agent-rule-form.tsx'
import { AgentSecrets } from './agent-secrets.tsx'

const parent = { href: '/console/agents', text: 'Agent keys' }

const columns = [
  { header: 'Skill' },
  { header: 'State' },
  { header: 'Version', from: 'tablet' },
  { header: 'Tier', from: 'tablet' },
  { header: 'Lowered', from: 'tablet' },
  { header: 'Actions', isSpoken: true },
] as const

/** What one agent may do with each skill that its keys may call. */
export function AgentSkillsPage({ slug }: { slug: string }) {
  const query = useAgentSkills(slug)
  const [done, setDone] = useState<DoneNote>('')
  const [open, setOpen] = useState('')
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
              <table className="console-table agent-key-table">
                <TableHead columns={columns} />
                <tbody>
                  {skills.map((row) => (
                    <SkillRow key={row.name} slug={slug} row={row} isOpen={open === row.name} onOpen={setOpen} />
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </QueryState>
    </ConsolePage>
  )
}

interface SkillRowProps {
  slug: string
  row: AgentSkillRow
  isOpen: boolean
  onOpen: (name: string) => void
}

function SkillRow({ slug, row, isOpen, onOpen }: SkillRowProps) {
  const { name, description, version, tier, rule, kept_version } = row
  const say = useDone()
  const changer = useRef<HTMLButtonElement>(null)
  const close = (said?: DoneNote) => {
    onOpen('')
    if (said !== undefined) say(said)
    requestAnimationFrame(() => changer.current?.focus())
  }
  return (
    <>
      <tr>
        <th scope="row">
          <PageLink className="link" href={`/console/skills/${name}`}>
            {name}
          </PageLink>
          <small>{description}</small>
        </th>
        <td>
          {rule?.enabled === false ? (
            <Status icon="x" tone="stop" text="Off" />
          ) : (
            <Status icon="check" tone="ok" text="On" />
          )}
        </td>
        <td className="is-second">{kept_version === null ? version : `Keeps ${kept_version}`}</td>
        <td className="is-second">
          <TierBadge tier={rule?.tier ?? tier} />
        </td>
        <td className="is-second">{loweredIn(row)}</td>
        <td>
          {!isOpen && (
            <Button ref={changer} size="sm" aria-label={`Change ${name}`} onClick={() => onOpen(name)}>
              Change
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className="is-panel">
          <td colSpan={columns.length}>
            <AgentRuleForm slug={slug} row={row} onClose={close} />
            <AgentSecrets slug={slug} row={row} />
          </td>
        </tr>
      )}
    </>
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
