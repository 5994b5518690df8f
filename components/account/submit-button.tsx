'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Submits its form once: while the request is pending it is disabled and shows `busyLabel`. */
export function SubmitButton({ busyLabel, children, ...rest }: { busyLabel: string } & ComponentProps<typeof Button>) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" disabled={pending} {...rest}>
      {pending ? busyLabel : children}
    </Button>
  )
}

interface FormAlertProps {
  /** The language of the message, if the form is in another one. */
  lang?: string
  children: string | undefined
}

/** The server's message about the whole form. Focusable. */
export function FormAlert({ lang, children }: FormAlertProps) {
  if (!children) return null
  return (
    <div role="alert" tabIndex={-1} lang={lang}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}
