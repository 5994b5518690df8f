import './agents.css'
import { useState } from 'react'
import { AgentKeyView, everySkill } from '#lib/agents/model/agent-key-schema.ts'
import { useRevokeAgentKey } from '#lib/console/client/use-agent-keys.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ChosenRows, type Deed, useChosenRows } from '../chosen-rows.tsx'
import { Clamped } from '../clamped.tsx'
import { useDone } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Expiry } from '../expiry.tsx'
import { focusWhenShown } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { Status } from '../status.tsx'

const revokeSeveral: Deed<AgentKeyView> = {
  label: (count) => `Revoke ${count}`,
  verb: { do: 'Revoke', doing: 'Revoking', done: 'revoked' },
  fits: ({ state }) => state === 'active',
  call: ({ id }) => ({ path: `/agent-keys/${id}/revoke`, answer: AgentKeyView }),
  effect: 'Their next calls are refused, also in sessions that are open now. You cannot undo this.',
  isFinal: true,
}

const looks = {
  active: { icon: 'check', tone: 'ok', text: 'Active' },
  expired: { icon: 'clock', tone: 'warn', text: 'Expired' },
  revoked: { icon: 'x', tone: 'stop', text: 'Revoked' },
} as const

const LastUse = ({ at }: { at: string | null }) =>
  at === null ? <span className="console-quiet">Never</span> : <Moment at={at} />

const columns: readonly Column<AgentKeyView>[] = [
  {
    header: 'Agent',
    isRowHeader: true,
    cell: ({ id, slug, description }) => (
      <>
        <PageLink className="link" href={`/console/agents/${slug}`}>
          {slug}
        </PageLink>
        {description !== '' && (
          <small>
            <Clamped>{description}</Clamped>
          </small>
        )}
        <small className="console-mono">{id}</small>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state, last_used_at }) => (
      <>
        <Status {...looks[state]} />
        <small className="is-narrow">
          Used: <LastUse at={last_used_at} />
        </small>
      </>
    ),
  },
  {
    header: 'Skills',
    from: 'tablet',
    className: 'agent-key-skills',
    cell: ({ skills }) => (skills.includes(everySkill) ? 'All, also later ones' : skills.join(', ')),
  },
  { header: 'Requests from', from: 'tablet', cell: ({ source }) => sourceText(source) },
  { header: 'Made', from: 'desktop', cell: ({ created_at }) => <Moment at={created_at} /> },
  { header: 'Last used', from: 'tablet', cell: ({ last_used_at }) => <LastUse at={last_used_at} /> },
  { header: 'Expires', from: 'tablet', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
]

/** The keys, the newest first: what each may call, and when it was used last. */
export function AgentKeyTable({ keys }: { keys: readonly AgentKeyView[] }) {
  const [open, setOpen] = useState('')
  const rows = useChosenRows<AgentKeyView>()
  const box: Column<AgentKeyView> = {
    header: 'Choose',
    isSpoken: true,
    cell: (key) => rows.box(key, `the key of ${key.slug}, ${key.id}`),
  }
  const revoke: Column<AgentKeyView> = {
    header: 'Actions',
    isSpoken: true,
    cell: ({ id, slug, state }) =>
      state === 'active' &&
      open !== id && (
        <Button
          id={`revoke-${id}`}
          size="sm"
          aria-label={`Revoke the key of ${slug}, ${id}`}
          onClick={() => setOpen(id)}
        >
          Revoke
        </Button>
      ),
  }
  return (
    <>
      <ChosenRows
        what="key"
        rows={rows}
        shown={keys}
        deeds={[revokeSeveral]}
        unfit="Only active keys can be revoked."
        invalidates={['/agent-keys']}
      />
      <section className="console-box" aria-label="Agent keys">
        <ConsoleTable
          className="agent-key-table"
          columns={[box, ...columns, revoke]}
          rows={keys}
          idOf={({ id }) => id}
          panel={(key) => open === key.id && <RevokeKey agentKey={key} onClose={() => setOpen('')} />}
        />
      </section>
    </>
  )
}

function RevokeKey({ agentKey: { id, slug }, onClose }: { agentKey: AgentKeyView; onClose: () => void }) {
  const revoke = useRevokeAgentKey()
  const say = useDone()
  return (
    <RevokeQuestion
      question={`Revoke the key of ${slug}?`}
      what="key"
      request={revoke}
      onKeep={() => {
        onClose()
        focusWhenShown(`revoke-${id}`)
      }}
      onRevoke={() =>
        revoke.mutate(id, {
          onSuccess() {
            onClose()
            say(`The key of ${slug} is revoked.`)
          },
        })
      }
    >
      Its next call is refused, also in a session that is open now. You cannot undo this.
    </RevokeQuestion>
  )
}

const sources: Readonly<Record<string, string>> = {
  main: 'Operator',
  'dm-approved': 'Signed in',
  group: 'Group',
  'dm-unknown': 'Unknown sender',
  public: 'Guest',
}

/** The label of a request's source. */
const sourceText = (source: string): string => sources[source] ?? source
