import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={classes('link', className)} {...rest} />
}
