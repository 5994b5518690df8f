import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Passes on what a reader has entered in a field of the server's HTML before React hydrated it: React does not report
 * that change, and the next render would discard it.
 * @param known the value that the page was rendered with
 */
export function useEarlyValue(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  known: string,
  onValue: (value: string) => void,
): void {
  const check = useEffectEvent(() => {
    const entered = field.current?.value ?? known
    if (entered !== known) onValue(entered)
  })
  useEffect(() => check(), [])
}
