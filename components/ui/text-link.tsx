import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { PageLink } from './page-link.tsx'

export function TextLink({ className, ...rest }: ComponentProps<typeof PageLink>) {
  return <PageLink className={classes('link', className)} {...rest} />
}
