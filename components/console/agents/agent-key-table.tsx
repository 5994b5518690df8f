import './agents.css'
import { useRef, useState } from 'react'
import { type AgentKeyView, everySkill } from '#lib/agents/model/agent-key-schema.ts'
import { Button } from '../../ui/button.tsx'
import { Expiry } from '../expiry.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { sourceText } from '../source-text.ts'
import { Status } from '../status.tsx'
import { RevokeAgentKey } from './revoke-agent-key.tsx'

interface AgentKeyTableProps {
  keys: readonly AgentKeyView[]
  onDone: (sentence: string) => void
}

/** The keys, the newest first: what each may call, and when it was used last. */
export function AgentKeyTable({ keys, onDone }: AgentKeyTableProps) {
  const [open, setOpen] = useState('')
  return (
    <section className="console-box" aria-label="Agent keys">
      <table className="console-table agent-key-table">
        <thead>
          <tr>
            <th>Agent</th>
            <th>State</th>
            <th className="is-second">Skills</th>
            <th className="is-second">Requests from</th>
            <th className="is-third">Made</th>
            <th>Last used</th>
            <th className="is-second">Expires</th>
            <th>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} row={key} isAsked={open === key.id} onAsk={setOpen} onDone={onDone} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const looks = {
  active: { icon: 'check', tone: 'ok', words: 'Active' },
  expired: { icon: 'clock', tone: 'warn', words: 'Expired' },
  revoked: { icon: 'x', tone: 'stop', words: 'Revoked' },
} as const

interface KeyRowProps {
  row: AgentKeyView
  isAsked: boolean
  onAsk: (id: string) => void
  onDone: (sentence: string) => void
}

function KeyRow({ row, isAsked, onAsk, onDone }: KeyRowProps) {
  const { id, slug, description, skills, source, state, created_at, last_used_at, expires_at } = row
  const { words, ...look } = looks[state]
  const revoker = useRef<HTMLButtonElement>(null)
  return (
    <>
      <tr>
        <th scope="row">
          <b>{slug}</b>
          {description !== '' && <small>{description}</small>}
          <small className="console-mono">{id}</small>
        </th>
        <td>
          <Status {...look}>{words}</Status>
        </td>
        <td className="is-second agent-key-skills">
          {skills.includes(everySkill) ? 'All, also later ones' : skills.join(', ')}
        </td>
        <td className="is-second">{sourceText(source)}</td>
        <td className="is-third">
          <Moment at={created_at} />
        </td>
        <td>{last_used_at === null ? <span className="console-quiet">Never</span> : <Moment at={last_used_at} />}</td>
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
          <td colSpan={8}>
            <RevokeAgentKey
              row={row}
              onKeep={() => {
                onAsk('')
                requestAnimationFrame(() => revoker.current?.focus())
              }}
              onRevoked={() => {
                onAsk('')
                onDone(`The key of ${slug} is revoked.`)
                // The pressed button is removed, and a revoked key has no other.
                focusPage()
              }}
            />
          </td>
        </tr>
      )}
    </>
  )
}
