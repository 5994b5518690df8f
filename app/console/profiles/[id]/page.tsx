import type { Metadata } from 'next'
import { ProfilePage } from '#components/console/profiles/profile-page.tsx'
import { WithAnswers } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Profile' }

export default async function Profile({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <WithAnswers asked={[`/profiles/${id}`]}>
      <ProfilePage id={id} />
    </WithAnswers>
  )
}
