import { type Ref, useImperativeHandle, useRef } from 'react'

/** A field's own handle on the button that opens its popover, shared with the form that focuses the first wrong field. */
export function useOpener(outer: Ref<HTMLButtonElement>) {
  const opener = useRef<HTMLButtonElement>(null)
  useImperativeHandle(outer, () => opener.current ?? document.createElement('button'), [])
  return opener
}
