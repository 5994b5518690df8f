'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '../ui/button.tsx'

/** Submits its form once: while the request is pending it is disabled and shows `busyLabel`. */
export function SubmitButton({ busyLabel, children, ...rest }: { busyLabel: string } & ComponentProps<typeof Button>) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" disabled={pending} {...rest}>
      {pending ? busyLabel : children}
    </Button>
  )
}
