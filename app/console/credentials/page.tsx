import type { Metadata } from 'next'
import { CredentialsPage } from '#components/console/credentials/credentials-page.tsx'

export const metadata: Metadata = { title: 'Credentials' }

export default CredentialsPage
