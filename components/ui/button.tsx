import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type Look = {
  /** `accent` is the one main action of a region; `quiet` has no border; `stop` undoes or ends something. */
  variant?: 'plain' | 'accent' | 'quiet' | 'stop'
  size?: 'md' | 'sm'
}

function look({ variant = 'plain', size = 'md' }: Look, className?: string) {
  return classes('btn', variant !== 'plain' && `btn-${variant}`, size === 'sm' && 'btn-sm', className)
}

/** A button; `type` is "button" unless said otherwise, so that it never submits by accident. */
export function Button({ variant, size, className, type = 'button', ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type={type} className={look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
  )
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
}
