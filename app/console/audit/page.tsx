import type { Metadata } from 'next'
import { AuditView } from '#components/console/audit/audit-view.tsx'
import { ConsolePage } from '#components/console/console-page.tsx'

export const metadata: Metadata = { title: 'Audit log' }

export default function AuditLogPage() {
  return (
    <ConsolePage title="Audit log">
      <AuditView />
    </ConsolePage>
  )
}
