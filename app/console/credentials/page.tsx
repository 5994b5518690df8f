import type { Metadata } from 'next'
import { CredentialsPage } from '#components/console/credentials/credentials-page.tsx'
import type { Asked } from '#lib/platform/server/http/ask-route.ts'
import { GET as credentials } from '../../api/console/credentials/route.ts'
import { GET as keyRing } from '../../api/console/key-ring/route.ts'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Credentials' }

const asked: readonly Asked[] = [
  { route: credentials, path: '/credentials' },
  { route: keyRing, path: '/key-ring' },
]

export default function Credentials() {
  return (
    <WithAnswers asked={asked}>
      <CredentialsPage />
    </WithAnswers>
  )
}
