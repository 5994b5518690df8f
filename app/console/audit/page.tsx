import type { Metadata } from 'next'
import { AuditView } from '#components/console/audit/audit-view.tsx'
import { listPageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Audit log' }

export default listPageOf(AuditView, '/audit')
