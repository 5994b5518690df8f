import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

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
  const [early, setEarly] = useState<string>()
  const read = useEffectEvent(() => {
    const entered = field.current?.value ?? known
    if (entered !== known) setEarly(entered)
  })
  const pass = useEffectEvent(onValue)
  useEffect(() => read(), [])
  // Only after another render: the router, which is above the field, listens to the history after its own first effects.
  useEffect(() => {
    if (early !== undefined) pass(early)
  }, [early])
}
