import { type Ref, useImperativeHandle, useRef } from 'react'

/** A field's ref to the button that opens its popover, shared with the form, which focuses the first invalid field. */
export function useOpener(outer: Ref<HTMLButtonElement>) {
  const opener = useRef<HTMLButtonElement>(null)
  useImperativeHandle(outer, () => opener.current ?? document.createElement('button'), [])
  return opener
}
