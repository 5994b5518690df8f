import type { Metadata } from 'next'
import { BackupsPage } from '#components/console/backups/backups-page.tsx'
import { GET as readFiles } from '../../api/console/backup-files/route.ts'
import { GET } from '../../api/console/backups/route.ts'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Backups' }

export default function Backups() {
  return (
    <WithAnswers
      asked={[
        { route: GET, path: '/backups' },
        { route: readFiles, path: '/backup-files' },
      ]}
    >
      <BackupsPage />
    </WithAnswers>
  )
}
