'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '../ui/button.tsx'

/** Submits the form around it once: while the answer is awaited it is disabled and says so. */
export function SubmitButton({ busyLabel, children, ...rest }: { busyLabel: string } & ComponentProps<typeof Button>) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" disabled={pending} {...rest}>
      {pending ? busyLabel : children}
    </Button>
  )
}
