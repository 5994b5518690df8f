import type { Metadata } from 'next'
import { InstallPage } from '#components/console/install/install-page.tsx'

export const metadata: Metadata = { title: 'Install a skill' }

export default function Install() {
  return <InstallPage />
}
