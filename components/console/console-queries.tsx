'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConsoleError } from '#lib/console/client/call-console.ts'
import { useIsProofAsked } from '#lib/console/client/fresh-sign-in.ts'
import { lazily } from '../ui/lazily.tsx'

const Dialog = lazily(async () => (await import('./fresh-sign-in-dialog.tsx')).FreshSignInDialog)

/** Asks for the password whenever the server wants a fresh sign-in before an operation. */
function FreshSignIn() {
  return useIsProofAsked() && <Dialog />
}

const maxRetries = 2

/** Caches the responses of the console's routes. A refused request is not retried: it would be refused again. */
export function ConsoleQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            retry: (failures, error) =>
              failures < maxRetries && error instanceof ConsoleError && error.code === 'OFFLINE',
          },
        },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      {children}
      <FreshSignIn />
    </QueryClientProvider>
  )
}
