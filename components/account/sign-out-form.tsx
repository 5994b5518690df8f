'use client'

import type { ReactNode } from 'react'
import { forgetSearches } from '#lib/travel/client/remembered-text.ts'

interface SignOutFormProps {
  operation: () => Promise<void>
  children: ReactNode
}

/** Signs out, and deletes the recent searches of this browser: they are not for the next person. */
export function SignOutForm({ operation, children }: SignOutFormProps) {
  return (
    <form action={operation} onSubmit={forgetSearches}>
      {children}
    </form>
  )
}
