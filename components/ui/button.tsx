import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { PageLink } from './page-link.tsx'

type Look = {
  /** `accent` marks a region's one main action; `quiet` has no border; `stop` marks a destructive action. */
  variant?: 'plain' | 'accent' | 'quiet' | 'stop'
  size?: 'md' | 'sm'
}

function look({ variant = 'plain', size = 'md' }: Look, className?: string) {
  return classes('btn', variant !== 'plain' && `btn-${variant}`, size === 'sm' && 'btn-sm', className)
}

/** A button; `type` defaults to "button", so that it never submits a form by accident. */
export function Button({ variant, size, className, type = 'button', ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type={type} className={look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
  )
}

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof PageLink>) {
  return <PageLink className={look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
}
