import type { ReactNode } from 'react'
import { TextsProvider } from '#components/ui/texts.tsx'
import { textsFor } from '#lib/platform/server/i18n/reading.ts'

/** Provides the texts and the error messages of the account forms. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  return <TextsProvider {...(await textsFor('account', 'errors'))}>{children}</TextsProvider>
}
