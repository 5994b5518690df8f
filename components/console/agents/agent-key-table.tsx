import './agents.css'
import { type ReactNode, useRef, useState } from 'react'
import { AgentKeyView, everySkill } from '#lib/agents/model/agent-key-schema.ts'
import { useRevokeAgentKey } from '#lib/console/client/use-agent-keys.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ChosenRows, type Deed, useChosenRows } from '../chosen-rows.tsx'
import { Clamped } from '../clamped.tsx'
import { useDone } from '../console-page.tsx'
import { TableHead } from '../console-table.tsx'
import { Expiry } from '../expiry.tsx'
import { Moment } from '../moment.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { Status } from '../status.tsx'

const columns = [
  { header: 'Choose', isSpoken: true },
  { header: 'Agent' },
  { header: 'State' },
  { header: 'Skills', from: 'tablet' },
  { header: 'Requests from', from: 'tablet' },
  { header: 'Made', from: 'desktop' },
  { header: 'Last used', from: 'tablet' },
  { header: 'Expires', from: 'tablet' },
  { header: 'Actions', isSpoken: true },
] as const

/** The keys, the newest first: what each may call, and when it was used last. */
export function AgentKeyTable({ keys }: { keys: readonly AgentKeyView[] }) {
  const [open, setOpen] = useState('')
  const rows = useChosenRows<AgentKeyView>()
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
        <table className="console-table agent-key-table">
          <TableHead columns={columns} />
          <tbody>
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                row={key}
                box={rows.box(key, `the key of ${key.slug}, ${key.id}`)}
                isAsked={open === key.id}
                onAsk={setOpen}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

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

interface KeyRowProps {
  row: AgentKeyView
  box: ReactNode
  isAsked: boolean
  onAsk: (id: string) => void
}

function KeyRow({ row, box, isAsked, onAsk }: KeyRowProps) {
  const { id, slug, description, skills, source, state, created_at, last_used_at, expires_at } = row
  const revoke = useRevokeAgentKey()
  const say = useDone()
  const revoker = useRef<HTMLButtonElement>(null)
  const lastUse = last_used_at === null ? <span className="console-quiet">Never</span> : <Moment at={last_used_at} />
  const onRevoked = () => {
    onAsk('')
    say(`The key of ${slug} is revoked.`)
  }
  return (
    <>
      <tr>
        <td>{box}</td>
        <th scope="row">
          <PageLink className="link" href={`/console/agents/${slug}`}>
            {slug}
          </PageLink>
          {description !== '' && (
            <small>
              <Clamped>{description}</Clamped>
            </small>
          )}
          <small className="console-mono">{id}</small>
        </th>
        <td>
          <Status {...looks[state]} />
          <small className="is-narrow">Used: {lastUse}</small>
        </td>
        <td className="is-second agent-key-skills">
          {skills.includes(everySkill) ? 'All, also later ones' : skills.join(', ')}
        </td>
        <td className="is-second">{sourceText(source)}</td>
        <td className="is-third">
          <Moment at={created_at} />
        </td>
        <td className="is-second">{lastUse}</td>
        <td className="is-second">
          <Expiry at={expires_at} />
        </td>
        <td>
          {state === 'active' && !isAsked && (
            <Button ref={revoker} size="sm" aria-label={`Revoke the key of ${slug}, ${id}`} onClick={() => onAsk(id)}>
              Revoke
            </Button>
          )}
        </td>
      </tr>
      {isAsked && (
        <tr className="is-panel">
          <td colSpan={columns.length}>
            <RevokeQuestion
              question={`Revoke the key of ${slug}?`}
              what="key"
              request={revoke}
              onKeep={() => {
                onAsk('')
                requestAnimationFrame(() => revoker.current?.focus())
              }}
              onRevoke={() => revoke.mutate(id, { onSuccess: onRevoked })}
            >
              Its next call is refused, also in a session that is open now. You cannot undo this.
            </RevokeQuestion>
          </td>
        </tr>
      )}
    </>
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
