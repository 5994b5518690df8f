'use client'

import { type FormEvent, useRef, useState } from 'react'
import type { Resolved } from '../travel/field-sentences.ts'
import { createFieldFocus } from './field-focus.ts'

type Errors<Name extends string> = { readonly [name in Name]?: string }

interface SearchFormOptions<Values, Name extends string> {
  initial: Values
  /** Error sentences from an invalid URL, shown until the first submit. */
  given: Errors<Name>
  /** The focusable fields in order; the first invalid one gets the focus. */
  fields: readonly Name[]
  resolve: (values: Values) => Promise<Resolved<Name>>
  onQuery: (query: string) => void
}

interface SearchForm<Values, Name extends string> {
  values: Values
  /** Sets the given fields. After the first submit, each change validates the form again. */
  change: (change: Partial<Values>) => void
  errorOf: (name: Name) => string | undefined
  /** The ref of a field's control, for moving the focus. */
  refOf: (name: Name) => (control: HTMLElement | null) => void
  focus: (name: Name) => void
  submit: (event: Pick<FormEvent, 'preventDefault'>) => void
  /** Sends the form again. Undefined unless the script that validates the form could not be loaded. */
  retry: (() => void) | undefined
}

/**
 * The values and errors of a search form. A form library would be larger than everything the search forms use of it.
 */
export function useSearchForm<Values extends object, Name extends string = keyof Values & string>(
  options: SearchFormOptions<Values, Name>,
): SearchForm<Values, Name> {
  const { initial, given, fields, resolve, onQuery } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [isSubmitted, setSubmitted] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const [{ refOf, focus }] = useState(() => createFieldFocus<Name>())
  /** The latest values, for a submit that follows a change before the next render. */
  const latest = useRef(initial)
  const changes = useRef(0)

  /** Validates the form, and again if it changes meanwhile. */
  async function check(): Promise<Resolved<Name>> {
    for (;;) {
      const before = changes.current
      const resolved = await resolve(latest.current)
      if (before !== changes.current) continue
      setErrors(resolved.ok ? {} : resolved.errors)
      return resolved
    }
  }

  function change(change: Partial<Values>) {
    const named = Object.entries(change).filter(([, value]) => value !== undefined)
    latest.current = { ...latest.current, ...Object.fromEntries(named) }
    changes.current++
    setValues(latest.current)
    setErrors({})
    if (isSubmitted) void check()
  }

  function send() {
    setFailed(false)
    attempt().catch(() => setFailed(true))
  }

  async function attempt() {
    const resolved = await check()
    setSubmitted(true)
    if (resolved.ok) return onQuery(resolved.query)
    const wrong = fields.find((name) => resolved.errors[name] !== undefined)
    if (wrong) focus(wrong)
  }

  return {
    values,
    change,
    errorOf: (name) => errors[name] ?? (isSubmitted ? undefined : given[name]),
    refOf,
    focus,
    submit(event) {
      event.preventDefault()
      send()
    },
    retry: isFailed ? send : undefined,
  }
}
