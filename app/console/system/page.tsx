import type { Metadata } from 'next'
import { SystemPage } from '#components/console/system/system-page.tsx'
import { GET } from '../../api/console/system/route.ts'
import { GET as readTunnel } from '../../api/console/tunnel/route.ts'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'System' }

export default function System() {
  return (
    <WithAnswers
      asked={[
        { route: GET, path: '/system' },
        { route: readTunnel, path: '/tunnel' },
      ]}
    >
      <SystemPage />
    </WithAnswers>
  )
}
