import type { Metadata } from 'next'
import { BackupsPage } from '#components/console/backups/backups-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Backups' }

export default pageOf(BackupsPage, '/backups', '/backup-files')
