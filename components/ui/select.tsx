import type { ComponentProps } from 'react'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'

/**
 * A select for the server's HTML. It is disabled until React has hydrated it: hydration restores the rendered value, so
 * an earlier choice would be lost.
 */
export function Select(props: Omit<ComponentProps<'select'>, 'disabled'>) {
  return <select {...props} disabled={!useIsHydrated()} />
}
