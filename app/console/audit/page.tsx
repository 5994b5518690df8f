import type { Metadata } from 'next'
import { AuditView } from '#components/console/audit/audit-view.tsx'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Audit log' }

export default async function AuditLogPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[await pathWithQuery('/audit', searchParams)]}>
      <AuditView />
    </WithAnswers>
  )
}
