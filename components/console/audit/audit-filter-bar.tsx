import { useId } from 'react'
import { useFilterAddress } from '#lib/console/client/use-filter-address.ts'
import type { AuditFilters } from '#lib/console/model/console-audit.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Choice, Day } from '../filter-fields.tsx'
import { topicNames } from './audit-words.ts'

interface AuditFilterBarProps {
  filters: AuditFilters
  /** Whether the URL has filters, valid or not. */
  isFiltered: boolean
}

/** The filters of the audit trail, stored in the URL. A choice applies at once, the typed subject on Enter. */
export function AuditFilterBar({ filters, isFiltered }: AuditFilterBarProps) {
  const set = useFilterAddress('/console/audit', filters)
  const subject = useId()
  return (
    <search className="console-filters">
      <Choice
        label="About"
        value={filters.about}
        options={Object.entries(topicNames)}
        onChoose={(value) => set('about', value)}
      />
      <form
        className="console-filter"
        onSubmit={(event) => {
          event.preventDefault()
          set('subject', String(new FormData(event.currentTarget).get('subject')).trim())
        }}
      >
        <label htmlFor={subject}>Subject, whole id or name</label>
        <input
          id={subject}
          key={filters.subject}
          name="subject"
          type="search"
          autoComplete="off"
          defaultValue={filters.subject ?? ''}
        />
      </form>
      <Day label="From" value={filters.from} onChoose={(value) => set('from', value)} />
      <Day label="To" value={filters.to} onChoose={(value) => set('to', value)} />
      {isFiltered && (
        <ButtonLink size="sm" variant="quiet" href="/console/audit">
          Clear filters
        </ButtonLink>
      )}
    </search>
  )
}
