'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createFieldFocus } from '#lib/platform/client/field-focus.ts'
import type { Resolved } from '../model/field-sentences.ts'

/** An error sentence for each field that has an error. */
export type FormErrors<Name extends string> = { readonly [name in Name]?: string }

export interface SearchFormOptions<Values, Name extends string> {
  initial: Values
  /** Error sentences from an invalid URL, shown until the first submit. */
  given: FormErrors<Name>
  /** The focusable fields in order; the first invalid one gets the focus. */
  fields: readonly Name[]
  resolve: (values: Values) => Promise<Resolved<Name>>
  onQuery: (query: string) => void | Promise<void>
}

/**
 * The values and errors of a search form. A form library would be larger than everything the search forms use of it.
 */
export function useSearchForm<Values extends object, Name extends string = keyof Values & string>(
  options: SearchFormOptions<Values, Name>,
) {
  const { initial, given, fields, resolve, onQuery } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<Name>>({})
  /** Undefined before the first submit, and false while its check cannot load. */
  const [isChecked, setChecked] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const [{ refOf, focus }] = useState(() => createFieldFocus<Name>())
  /** The latest values, for a submit that follows a change before the next render. */
  const latest = useRef(initial)
  const attempts = useRef(0)
  const isPrepared = useRef(false)

  // An unfinished attempt of a form that is gone must not leave the page on which the person is now.
  useEffect(() => () => void attempts.current++, [])

  /** Validates the form, and again if it changes meanwhile. */
  async function check(): Promise<Resolved<Name>> {
    const checked = latest.current
    const resolved = await resolve(checked)
    if (checked !== latest.current) return check()
    setErrors(resolved.ok ? {} : resolved.errors)
    return resolved
  }

  /** Sets the given fields. After the first submit, each change validates the form again. */
  function change(change: Partial<Values>) {
    const named = Object.entries(change).filter(([, value]) => value !== undefined)
    latest.current = { ...latest.current, ...Object.fromEntries(named) }
    setValues(latest.current)
    setErrors({})
    if (isChecked) void check()
  }

  /** Loads the check's script for a form that is in use, so that the submit need not wait for it. */
  function prepare() {
    if (isPrepared.current) return
    isPrepared.current = true
    void resolve(latest.current).catch(() => {})
  }

  async function submit(event: Pick<FormEvent, 'preventDefault'>) {
    event.preventDefault()
    const mine = ++attempts.current
    // The check's script may still have to load, which takes seconds on a slow network.
    setBusy(true)
    try {
      const resolved = await check()
      if (mine !== attempts.current) return
      setChecked(true)
      if (resolved.ok) return await onQuery(resolved.query)
      const wrong = fields.find((name) => resolved.errors[name])
      if (wrong) focus(wrong)
    } catch {
      setChecked(false)
    } finally {
      if (mine === attempts.current) setBusy(false)
    }
  }

  return {
    values,
    /** Whether a submit is being checked. */
    isBusy,
    change,
    errorOf: (name: Name): string | undefined => errors[name] ?? (isChecked ? undefined : given[name]),
    /** The ref of a field's control, for moving the focus. */
    refOf,
    focus,
    prepare,
    submit,
    /** Whether the check or the navigation threw, as when the check's script cannot load. */
    isFailed: isChecked === false,
  }
}
