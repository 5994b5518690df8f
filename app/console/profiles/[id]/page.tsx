import type { Metadata } from 'next'
import { ProfilePage } from '#components/console/profiles/profile-page.tsx'
import { GET } from '../../../api/console/profiles/[id]/route.ts'
import { WithAnswers } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Profile' }

export default async function Profile({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <WithAnswers asked={[{ route: GET, path: `/profiles/${id}`, params: { id } }]}>
      <ProfilePage id={id} />
    </WithAnswers>
  )
}
