'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useTransition } from 'react'
import { openIfReached } from '#lib/platform/client/connection.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { type FormErrors, type SearchFormOptions, useSearchForm } from '#lib/travel/client/use-search-form.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { PartFailed } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'

export interface SearchFormProps<Values, Name extends string = keyof Values & string> {
  /** `strip` is tall, with options above it; `bar` is one line. */
  shape: 'strip' | 'bar'
  initial: Values
  names: PlaceNames
  /** Error messages for fields with an invalid value in the URL. */
  errors?: FormErrors<Name>
  /** Adds what the results page keeps of its URL. Absent: nothing. */
  keep?: (query: string) => string
  /** Called when the form navigates to the search. */
  onSearch?: () => void
}

interface ResultsOf<Values, Name extends string> extends Pick<SearchFormOptions<Values, Name>, 'fields' | 'resolve'> {
  /** The path of the results. */
  page: string
}

/** A form whose valid search becomes the URL of its results. */
export function useResultsForm<Values extends object, Name extends string = keyof Values & string>(
  { shape, initial, errors: given = {}, keep = (query) => query, onSearch }: SearchFormProps<Values, Name>,
  { page, ...options }: ResultsOf<Values, Name>,
) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const form = useSearchForm<Values, Name>({
    ...options,
    initial,
    given,
    onQuery(query) {
      void openIfReached(() => {
        startTransition(() => leaveBy(router, `${page}?${keep(query)}`))
        onSearch?.()
      })
    },
  })
  const isChanged = JSON.stringify({ ...initial, ...form.values }) !== JSON.stringify(initial)
  /** Whether the form was changed after the search whose results are shown. The style sheet dims the results. */
  const isEdited = shape === 'bar' && Object.keys(given).length === 0 && !isPending && isChanged
  return { ...form, shape, isPending, isEdited }
}

type ResultsForm = Pick<ReturnType<typeof useResultsForm>, 'shape' | 'isPending' | 'isEdited' | 'isFailed' | 'submit'>

interface SearchFormFrameProps {
  form: ResultsForm
  label: string
  className: string | false
  children: ReactNode
}

/** The fields of a form over what it says about itself. */
export function SearchFormFrame({ form, label, className, children }: SearchFormFrameProps) {
  const { shape, isEdited, isFailed, submit } = form
  const t = useTexts('search')
  return (
    <form
      className={classes(`search-${shape}`, className)}
      onSubmit={submit}
      noValidate
      data-edited={isEdited || undefined}
      aria-label={label}
    >
      {children}
      {isFailed && <PartFailed onRetry={submit} />}
      {shape === 'bar' && (
        <p className="edited-note" aria-live="polite">
          {isEdited && t('edited')}
        </p>
      )}
    </form>
  )
}

export function SearchButton({ form: { shape, isPending } }: { form: ResultsForm }) {
  const t = useTexts('search')
  return (
    <button type="submit" className="btn btn-accent search-go" aria-busy={isPending}>
      {shape === 'bar' && <Icon name="search" />}
      <span>{t('search')}</span>
    </button>
  )
}
