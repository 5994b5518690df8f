import { type Ref, useImperativeHandle, useRef } from 'react'

/**
 * A ref to the button that opens a field's popover. `outer` gives the button to the form, which focuses the first
 * invalid field.
 */
export function useOpener(outer: Ref<HTMLButtonElement>) {
  const opener = useRef<HTMLButtonElement>(null)
  useImperativeHandle(outer, () => opener.current ?? document.createElement('button'), [])
  return opener
}
