import type { Metadata } from 'next'
import { BackupsPage } from '#components/console/backups/backups-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Backups' }

export default function Backups() {
  return (
    <WithAnswers asked={['/backups', '/backup-files']}>
      <BackupsPage />
    </WithAnswers>
  )
}
