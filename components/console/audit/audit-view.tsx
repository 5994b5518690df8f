'use client'

import { useEffect, useId, useRef } from 'react'
import { AuditPage, AuditQuery, type AuditRow } from '#lib/console/model/console-audit.ts'
import { moreIcons } from '../../ui/more-icons.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import type { Column } from '../console-table.tsx'
import { Choice, Day } from '../filter-fields.tsx'
import { Moment } from '../moment.tsx'
import { type FilterField, ResourcePage } from '../resources/resource-page.tsx'
import { Status } from '../status.tsx'
import { actionText, detailOf, pageOf, topicNames } from './audit-words.ts'
import { TrailState } from './trail-state.tsx'

const columns: Column<AuditRow>[] = [
  { header: 'Time', cell: (row) => <Moment at={row.at} precision="second" /> },
  {
    header: 'What happened',
    cell: (row) => (
      <>
        <b>{actionText(row.action)}</b>
        <PhoneLines row={row} />
      </>
    ),
  },
  { header: 'Subject', cell: (row) => <Subject row={row} /> },
  { header: 'By', from: 'tablet', cell: (row) => <By row={row} /> },
  { header: 'Detail', from: 'tablet', cell: (row) => <Detail detail={row.detail} /> },
  {
    header: 'Seal and row',
    from: 'desktop',
    cell: ({ place, id }) => (
      <>
        <Seal place={place} />
        <small className="console-mono audit-row">{id}</small>
      </>
    ),
  },
]

const pollMs = 10_000

/** The audit trail, the latest rows first. */
export const AuditView = () => (
  <ResourcePage
    title="Audit log"
    name="The audit log"
    path="/audit"
    answer={AuditPage}
    query={AuditQuery.shape}
    isLive
    pollMs={() => pollMs}
    filters={(fieldOf) => (
      <>
        <Choice label="About" options={Object.entries(topicNames)} {...fieldOf('about')} />
        <SubjectField {...fieldOf('subject')} />
        <Day label="From" {...fieldOf('from')} />
        <Day label="To" {...fieldOf('to')} />
      </>
    )}
    above={({ head, problems }) => <TrailState head={head} problems={problems} />}
    label="Audit rows, the latest first"
    className="audit-table"
    columns={columns}
    sorted={{ column: 'Time', direction: 'descending' }}
    rowsOf={({ rows }) => rows}
    idOf={({ id }) => id}
    nextOf={({ next }) => next}
    empty={() => 'No row matches these filters.'}
  />
)

/** A typed subject applies on Enter. */
function SubjectField({ value, onChoose }: FilterField) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Not by a key: another element would lose the focus.
  useEffect(() => {
    if (field.current) field.current.value = value ?? ''
  }, [value])
  return (
    <form
      className="console-filter"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(String(new FormData(event.currentTarget).get('subject')).trim())
      }}
    >
      <label htmlFor={id}>Subject, whole id or name</label>
      <input ref={field} id={id} name="subject" type="search" autoComplete="off" defaultValue={value ?? ''} />
    </form>
  )
}

function Subject({ row: { action, subject } }: { row: AuditRow }) {
  const href = pageOf(action, subject)
  const short = subject.length > 28 ? `${subject.slice(0, 27)}…` : subject
  return href === undefined ? (
    <span className="console-mono" title={subject}>
      {short}
    </span>
  ) : (
    <TextLink className="console-mono" href={href} title={subject}>
      {short}
    </TextLink>
  )
}

function By({ row: { by } }: { row: AuditRow }) {
  return (
    <span className={by.actor === null ? 'faint' : 'audit-by'}>
      <Actor by={by} />
    </span>
  )
}

/** The columns By and Detail below the action, on a phone, which has no room for them. A tap shows the detail. */
function PhoneLines({ row }: { row: AuditRow }) {
  const by = (
    <>
      <span className="faint">By</span> <By row={row} />
    </>
  )
  if (detailOf(row.detail).length === 0) return <div className="is-narrow audit-narrow">{by}</div>
  return (
    <div className="is-narrow audit-narrow">
      {by}
      <details>
        <summary>Detail</summary>
        <Detail detail={row.detail} />
      </details>
    </div>
  )
}

function Detail({ detail }: { detail: string }) {
  return (
    <ul className="audit-detail flow soft-xs">
      {detailOf(detail).map(([name, text]) => (
        <li key={name}>
          {name !== '' && <span className="faint">{name}</span>} <DetailValue text={text} />
        </li>
      ))}
    </ul>
  )
}

/** A value, linked if it names a profile or an execution: of a proposal, the profile that it would change. */
function DetailValue({ text }: { text: string }) {
  const href = pageOf('', text)
  return href === undefined ? text : <TextLink href={href}>{text}</TextLink>
}

function Seal({ place }: { place: number | null }) {
  if (place === null) return <Status icon="clock" tone="plain" text="Not sealed yet" />
  return <Status icon={moreIcons.lock} tone="ok" text={`Sealed, place ${place.toLocaleString('en')}`} />
}
