import { useId } from 'react'
import { useFilterAddress } from '#lib/console/client/use-filter-address.ts'
import type { AuditFilters } from '#lib/console/model/console-audit.ts'
import { Choice, Day } from '../filter-fields.tsx'
import { topicNames } from './audit-words.ts'

/** The filters of the audit trail, stored in the URL. A choice applies at once, the typed subject on Enter. */
export function AuditFilterFields({ filters }: { filters: AuditFilters }) {
  const set = useFilterAddress('/console/audit', filters)
  const subject = useId()
  return (
    <>
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
    </>
  )
}
