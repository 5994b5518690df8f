import type { Metadata } from 'next'
import { CredentialsPage } from '#components/console/credentials/credentials-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Credentials' }

export default pageOf(CredentialsPage, '/credentials', '/key-ring')
