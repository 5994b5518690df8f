import type { Metadata } from 'next'
import { ProfilePage } from '#components/console/profiles/profile-page.tsx'
import { pageOfOne } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Profile' }

export default pageOfOne(ProfilePage, ({ id }) => `/profiles/${id}`)
