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
  onQuery: (query: string) => void
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
  const [{ refOf, focus }] = useState(() => createFieldFocus<Name>())
  /** The latest values, for a submit that follows a change before the next render. */
  const latest = useRef(initial)
  const attempts = useRef(0)

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

  async function submit(event: Pick<FormEvent, 'preventDefault'>) {
    event.preventDefault()
    const mine = ++attempts.current
    try {
      const resolved = await check()
      if (mine !== attempts.current) return
      setChecked(true)
      if (resolved.ok) return onQuery(resolved.query)
      const wrong = fields.find((name) => resolved.errors[name])
      if (wrong) focus(wrong)
    } catch {
      setChecked(false)
    }
  }

  return {
    values,
    change,
    errorOf: (name: Name): string | undefined => errors[name] ?? (isChecked ? undefined : given[name]),
    /** The ref of a field's control, for moving the focus. */
    refOf,
    focus,
    submit,
    /** Whether the check or the navigation threw, as when the check's script cannot load. */
    isFailed: isChecked === false,
  }
}
