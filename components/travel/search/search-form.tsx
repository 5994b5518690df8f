'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { openIfReached } from '#lib/platform/client/connection.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { isFreshSearch } from '#lib/travel/client/search-query.ts'
import { type FormErrors, type SearchFormOptions, useSearchForm } from '#lib/travel/client/use-search-form.ts'
import type { FilledForm, LeftForm } from '#lib/travel/client/visit-memory.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { PartFailed } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useVisitMemory } from '../results/visit-provider.tsx'

export interface SearchFormProps<Values, Name extends string = keyof Values & string> {
  /** `strip` is tall, with options above it; `bar` is one line. */
  shape: 'strip' | 'bar'
  initial: Values
  names: PlaceNames
  /** Error messages for fields with an invalid value in the URL. */
  errors?: FormErrors<Name>
  /** Adds what the results page keeps of its URL. Absent: nothing. */
  keep?: (query: string) => string
  /** The address of a home page, to which Back returns to the form as it was left. Absent: the form is elsewhere. */
  home?: string
  /** Called when the form navigates to the search. */
  onSearch?: () => void
}

interface ResultsOf<Values, Name extends string> extends Pick<SearchFormOptions<Values, Name>, 'fields' | 'resolve'> {
  kind: SearchKind
}

/** A form whose valid search becomes the URL of its results. */
export function useResultsForm<Values extends object, Name extends string = keyof Values & string>(
  { shape, initial, errors: given = {}, keep = (query) => query, onSearch }: SearchFormProps<Values, Name>,
  { kind, ...options }: ResultsOf<Values, Name>,
) {
  const router = useRouter()
  const memory = useVisitMemory()
  const client = useQueryClient()
  const [isPending, startTransition] = useTransition()
  const form = useSearchForm<Values, Name>({
    ...options,
    initial,
    given,
    onQuery(query) {
      return openIfReached(() => {
        memory.noteSearch()
        // Known results are shown without a search, and an unchanged bar leaves its results as they are.
        const isKnown = isFreshSearch(client, kind, query) || (shape === 'bar' && !isChanged)
        if (!isKnown) window.startSearch?.(`/api/search/${kind}?${query}`)
        startTransition(() => leaveBy(router, `/search/${kind}?${keep(query)}`))
        onSearch?.()
      })
    },
  })
  const isChanged = JSON.stringify({ ...initial, ...form.values }) !== JSON.stringify(initial)
  /** Whether the form was changed after the search whose results are shown. The style sheet dims the results. */
  const isEdited = shape === 'bar' && Object.keys(given).length === 0 && !isPending && isChanged
  return { ...form, shape, isBusy: form.isBusy || isPending, isEdited }
}

type ResultsForm = Pick<
  ReturnType<typeof useResultsForm>,
  'shape' | 'isBusy' | 'isEdited' | 'isFailed' | 'prepare' | 'submit'
>

interface SearchFormFrameProps {
  form: ResultsForm
  label: string
  className: string | false
  children: ReactNode
}

/** The fields of a form over what it says about itself. */
export function SearchFormFrame({ form, label, className, children }: SearchFormFrameProps) {
  const { shape, isBusy, isEdited, isFailed, prepare, submit } = form
  const t = useTexts('search')
  const element = useRef<HTMLFormElement>(null)
  // Tells the script of `EarlyInput` that the form answers by itself now, and takes over a submit that it noted.
  useEffect(() => {
    if (!element.current) return
    element.current.dataset.ready = ''
    if (element.current.querySelector('.search-go[aria-busy="true"]')) element.current.requestSubmit()
  }, [])
  return (
    <form
      ref={element}
      className={classes(`search-${shape}`, className)}
      onFocus={prepare}
      onSubmit={submit}
      noValidate
      data-edited={isEdited || undefined}
      aria-label={label}
    >
      {children}
      {isFailed && <PartFailed onRetry={submit} />}
      <span className="sr-only" aria-live="polite">
        {isBusy && t('searching')}
      </span>
      {shape === 'bar' && (
        <p className="edited-note" aria-live="polite">
          {isEdited && t('edited')}
        </p>
      )}
    </form>
  )
}

/** Its busy words are in an attribute, so that the style sheet can show them before the app's scripts are loaded. */
export function SearchButton({ form: { shape, isBusy } }: { form: ResultsForm }) {
  const t = useTexts('search')
  return (
    // `EarlyInput` may have marked the button as busy before hydration.
    <button type="submit" className="btn btn-accent search-go" aria-busy={isBusy} suppressHydrationWarning>
      {shape === 'bar' && <Icon name="search" />}
      <span className="search-go-text" data-busy={t('searching')}>
        {t('search')}
      </span>
    </button>
  )
}

/** A form as it was left, if Back or Forward led to its home page, otherwise as it was given. */
export function useLeftForm<Values, Props extends FilledForm<Values> & { home?: string }>(
  props: Props,
  left: LeftForm<Values>,
): Props {
  const [found] = useState(() => props.home && left.recall(props.home))
  return { ...props, ...(found || null) }
}

/** Keeps the form of a home page as it is when it leaves the page. */
export function useLeave<Values>(home: string | undefined, left: LeftForm<Values>, form: FilledForm<Values>): void {
  const onLeave = useEffectEvent(() => home && left.keep(form))
  useEffect(() => () => void onLeave(), [])
}

/** The names of the places in a form. Each choice adds a name. */
export function useKnownPlaces(names: PlaceNames): {
  known: PlaceNames
  /** Stores the name of a chosen code, or looks it up. */
  learn: (code: string, name: string | undefined) => void
} {
  const [known, setKnown] = useState(names)
  const keep = (code: string, name: string) => setKnown((before) => ({ ...before, [code]: name }))

  /** Looks up the name of a code typed before the list arrived. */
  async function find(code: string) {
    const { findPlaceNames } = await import('#lib/travel/client/find-places.ts')
    const name = (await findPlaceNames([code]))[code]
    if (name) keep(code, name)
  }

  return {
    known,
    learn: (code, name) => {
      if (code && name) keep(code, name)
      else if (code && !known[code]) void find(code)
    },
  }
}
