'use client'

import './agents.css'
import { useState } from 'react'
import { AgentKeyView, ConsoleAgentKeys, type CreatedAgentKey, everySkill } from '#lib/agents/model/agent-key-schema.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Clamped } from '../actor.tsx'
import { useDone } from '../console-page.tsx'
import type { Column } from '../console-table.tsx'
import { focusOn, useFocusBack } from '../focus-page.ts'
import { Expiry, LastUse, Moment } from '../moment.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import type { Bulk } from '../resources/resource-table.tsx'
import { RevokeQuestion, revoke } from '../revoke-question.tsx'
import { Status } from '../status.tsx'
import { AddAgentKey } from './add-agent-key.tsx'

const looks = {
  active: { icon: 'check', tone: 'ok', text: 'Active' },
  expired: { icon: 'clock', tone: 'warn', text: 'Expired' },
  revoked: { icon: 'x', tone: 'stop', text: 'Revoked' },
} as const

const sources: Readonly<Record<string, string>> = {
  main: 'Operator',
  'dm-approved': 'Signed in',
  group: 'Group',
  'dm-unknown': 'Unknown sender',
  public: 'Guest',
}

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
  { header: 'Requests from', from: 'tablet', cell: ({ source }) => sources[source] ?? source },
  { header: 'Made', from: 'desktop', cell: ({ created_at }) => <Moment at={created_at} /> },
  { header: 'Last used', from: 'tablet', cell: ({ last_used_at }) => <LastUse at={last_used_at} /> },
  { header: 'Expires', from: 'tablet', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
]

const isActive = ({ state }: AgentKeyView) => state === 'active'

const bulk: Bulk<AgentKeyView> = {
  what: 'key',
  nameOf: ({ slug, id }) => `the key of ${slug}, ${id}`,
  deeds: [
    {
      label: (count) => `Revoke ${count}`,
      verb: revoke,
      fits: isActive,
      call: ({ id }) => ({ path: `/agent-keys/${id}/revoke`, answer: AgentKeyView }),
      effect: 'Their next calls are refused, also in sessions that are open now. You cannot undo this.',
      isFinal: true,
    },
  ],
  unfit: 'Only active keys can be revoked.',
}

/** The keys with which agents call skills, the newest first. The value of a key is shown once, when it is made. */
export function AgentKeysPage() {
  // Not in the form, which its button closes.
  const [made, setMade] = useState<readonly CreatedAgentKey[]>([])
  return (
    <ResourcePage
      title="Agent keys"
      note="With a key an agent calls skills: over HTTP, MCP or the phone. A key is stored as a hash and shown only once."
      path="/agent-keys"
      answer={ConsoleAgentKeys}
      adds={{
        text: 'Make a key',
        form: (close, read) => {
          const onDone = (key: CreatedAgentKey) => {
            close()
            setMade([key, ...made])
          }
          return read && <AddAgentKey skills={read.skills} onDone={onDone} onCancel={close} />
        },
      }}
      intro={made.map((one) => (
        <NewKey key={one.id} made={one} onHide={() => setMade(made.filter(({ id }) => id !== one.id))} />
      ))}
      className="name-table"
      columns={columns}
      rowsOf={({ keys }) => keys}
      idOf={({ id }) => id}
      bulk={() => bulk}
      opens={{
        text: 'Revoke',
        about: bulk.nameOf,
        fits: isActive,
        panel: (key, close, onDone) => <RevokeKey agentKey={key} onKeep={close} onDone={onDone} />,
      }}
      empty={() => (
        <>
          <b>No agent has a key yet.</b> Make the first one, and choose the few skills that its agent needs.
        </>
      )}
    />
  )
}

interface RevokeKeyProps {
  agentKey: AgentKeyView
  onKeep: () => void
  onDone: () => void
}

function RevokeKey({ agentKey: { id, slug }, onKeep, onDone }: RevokeKeyProps) {
  const revoke = useConsoleChange(AgentKeyView, `/agent-keys/${id}/revoke`)
  const say = useDone()
  const onSuccess = () => {
    onDone()
    say(`The key of ${slug} is revoked.`)
  }
  return (
    <RevokeQuestion
      question={`Revoke the key of ${slug}?`}
      what="key"
      request={revoke}
      onKeep={onKeep}
      onRevoke={() => revoke.mutate(undefined, { onSuccess })}
    >
      Its next call is refused, also in a session that is open now. You cannot undo this.
    </RevokeQuestion>
  )
}

/** Shows a new key. It is not shown again later. */
function NewKey({ made: { slug, key }, onHide }: { made: CreatedAgentKey; onHide: () => void }) {
  const focusBack = useFocusBack()
  const hide = () => {
    onHide()
    focusBack()
  }
  return (
    <section className="console-box" aria-label="The new key">
      <h2 ref={focusOn} tabIndex={-1}>
        The key of {slug}
        <span>shown only now</span>
      </h2>
      <div className="console-text">
        <p className="agent-key-line row">
          <Icon name={moreIcons.key} small />
          <code className="mono secret-text">{key}</code>
        </p>
        <p className="quiet">
          Give it to the agent, as the header <span className="mono">Authorization: Bearer …</span> of its calls to{' '}
          <span className="mono">/api/agents/{slug}/tools</span> or <span className="mono">/mcp</span>. If it gets lost,
          revoke it and make another one.
        </p>
        <div className="action-row">
          <CopyButton isMain done="Key copied" otherwise="Select the key and copy it" text={() => key}>
            Copy key
          </CopyButton>
          <Button onClick={hide}>Hide it</Button>
        </div>
      </div>
    </section>
  )
}
