'use client'

import { AuditPage, AuditQuery, type AuditRow, readAuditFilters } from '#lib/console/model/console-audit.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { actorWords } from '../actor-words.ts'
import type { Column } from '../console-table.tsx'
import { FilteredList } from '../filtered-list.tsx'
import { Moment } from '../moment.tsx'
import { Status } from '../status.tsx'
import { AuditFilterFields } from './audit-filter-fields.tsx'
import { actionText, detailOf, pageOf } from './audit-words.ts'
import { TrailState } from './trail-state.tsx'

const columns: Column<AuditRow>[] = [
  {
    id: 'at',
    header: 'Time',
    cell: (row) => <Moment at={row.at} precision="second" />,
  },
  {
    id: 'action',
    header: 'What happened',
    cell: (row) => (
      <>
        <b>{actionText(row.action)}</b>
        <PhoneLines row={row} />
      </>
    ),
  },
  { id: 'subject', header: 'Subject', cell: (row) => <Subject row={row} /> },
  {
    id: 'by',
    header: 'By',
    from: 'tablet',
    cell: (row) => <By row={row} />,
  },
  { id: 'detail', header: 'Detail', from: 'tablet', cell: (row) => <Detail detail={row.detail} /> },
  { id: 'seal', header: 'Seal', from: 'desktop', cell: (row) => <Seal place={row.place} /> },
  {
    id: 'row',
    header: 'Row',
    from: 'desktop',
    cell: (row) => <span className="console-mono audit-row">{row.id}</span>,
  },
]

const pollMs = 10_000

/** The audit trail, the latest rows first. */
export function AuditView() {
  return (
    <FilteredList
      name="The audit log"
      path="/audit"
      answer={AuditPage}
      known={AuditQuery.shape}
      pollMs={() => pollMs}
      filters={(query) => <AuditFilterFields filters={readAuditFilters(query)} />}
      above={({ head, problems }) => <TrailState head={head} problems={problems} />}
      table={{
        label: 'Audit rows, the latest first',
        className: 'audit-table',
        columns,
        sorted: { column: 'at', direction: 'descending' },
      }}
      rowsOf={({ rows }) => rows}
      empty={() => 'No row matches these filters.'}
    />
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
  return <span className={by.actor === null ? 'faint' : 'audit-by'}>{actorWords(by)}</span>
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
    <details className="is-narrow audit-narrow">
      <summary>{by}</summary>
      <Detail detail={row.detail} />
    </details>
  )
}

function Detail({ detail }: { detail: string }) {
  return (
    <ul className="audit-detail">
      {detailOf(detail).map(([name, text]) => (
        <li key={name}>
          {name !== '' && <span className="faint">{name}</span>} {text}
        </li>
      ))}
    </ul>
  )
}

function Seal({ place }: { place: number | null }) {
  return (
    <Status icon={place === null ? 'clock' : 'lock'} tone={place === null ? 'plain' : 'ok'}>
      {place === null ? 'Not sealed yet' : `Sealed, place ${place.toLocaleString('en')}`}
    </Status>
  )
}
