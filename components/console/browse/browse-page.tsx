'use client'

import './browse.css'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { type AskedSource, useOffers } from '#lib/console/client/use-skill-offers.ts'
import { SkillSources } from '#lib/console/model/console-install.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { ConsolePage } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { BrowseRail } from './browse-rail.tsx'
import { filterOffers, type OfferRow, offerRow, shownStates } from './offer-filters.ts'
import { OfferItem } from './offer-item.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { AddSource, failedOf, SourceProblems } from './source-problems.tsx'

const parsers = {
  text: parseAsString.withDefault(''),
  source: parseAsString,
  state: parseAsStringLiteral(shownStates),
  category: parseAsString,
  /** The source of the offer that is shown beside the list. */
  preview: parseAsString,
  /** The sources that the operator has added to this list. */
  add: parseAsArrayOf(parseAsString).withDefault([]),
}

/** The skills that all known sources offer, with filters in the URL. */
export function BrowsePage() {
  const query = useConsoleQuery(SkillSources, '/skill-sources')
  const [isAdding, setIsAdding] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  return (
    <NuqsAdapter>
      <ConsolePage
        title="Find skills"
        parent={{ href: '/console/skills', text: 'Skills' }}
        end={
          <Button ref={adder} size="sm" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
            <Icon name="plus" small />
            Add a source
          </Button>
        }
      >
        <QueryState query={query} name="The sources">
          {(known) => (
            <Browse
              known={known}
              isAdding={isAdding}
              onAdded={() => {
                setIsAdding(false)
                adder.current?.focus()
              }}
            />
          )}
        </QueryState>
      </ConsolePage>
    </NuqsAdapter>
  )
}

const pageSize = 100

interface BrowseProps {
  known: SkillSources
  isAdding: boolean
  onAdded: () => void
}

export function Browse({ known, isAdding, onAdded }: BrowseProps) {
  const [filters, setFilters] = useQueryStates(parsers)
  const [maxShown, setMaxShown] = useState(pageSize)
  const sources = useMemo(() => [...new Set([...filters.add, ...known.sources])], [filters.add, known.sources])
  const asked = useOffers(sources)
  const rows = useMemo(() => rowsOf(asked, known), [asked, known])
  // The field stays quick while a long list is searched.
  const text = useDeferredValue(filters.text)
  const { source, state, category } = filters
  const found = useMemo(
    () => filterOffers(rows, { text, source, state, category }),
    [rows, text, source, state, category],
  )
  const isFiltered = filters.text !== '' || source !== null || state !== null || category !== null
  const clear = () => void setFilters({ text: null, source: null, state: null, category: null })
  const isWide = useMedia('(min-width: 80em)')
  const previewed = isWide ? rows.find((row) => row.source === filters.preview && canPreview(row)) : undefined
  const waiting = asked.filter(({ isFetching }) => isFetching).length
  const failed = failedOf(asked).length
  return (
    <>
      {isAdding && (
        <AddSource
          onCancel={onAdded}
          onAdd={(added) => {
            void setFilters({ add: [added, ...filters.add.filter((one) => one !== added)] })
            onAdded()
          }}
        />
      )}
      <search className="console-filters flow">
        <SearchField value={filters.text} onChange={(value) => void setFilters({ text: value || null })} />
        {isFiltered && (
          <Button size="sm" variant="quiet" onClick={clear}>
            Clear filters
          </Button>
        )}
      </search>
      <div className={classes('browse', previewed && 'has-preview')}>
        <BrowseRail asked={asked} rows={rows} filters={filters} onChoose={(chosen) => void setFilters(chosen)} />
        <div className="console-stack">
          <section className="console-box" aria-label="Skills" aria-busy={waiting > 0}>
            <p className="browse-status soft-xs" role="status">
              <b>{counted(found.length, 'skill')}</b>
              {text !== '' && ` match “${text}”`}
              {waiting > 0 && `. Asking ${counted(waiting, 'source')}`}
              {failed > 0 && (
                <>
                  .{' '}
                  <a className="link" href="#source-problems">
                    {counted(failed, 'source')} did not answer
                  </a>
                </>
              )}
            </p>
            <ul className="found-list">
              {found.slice(0, maxShown).map((row) => (
                <OfferItem
                  key={`${row.from} ${row.source}`}
                  row={row}
                  preview={
                    isWide && canPreview(row)
                      ? {
                          isShown: row === previewed,
                          onToggle: () => void setFilters({ preview: row === previewed ? null : row.source }),
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
            {found.length > maxShown && (
              <div className="browse-more">
                <Button onClick={() => setMaxShown(maxShown + pageSize)}>
                  Show {Math.min(pageSize, found.length - maxShown)} more
                </Button>
              </div>
            )}
            {found.length === 0 && waiting === 0 && (
              <p className="console-empty">
                {rows.length > 0
                  ? 'No skill matches. Use fewer words, or clear the filters.'
                  : 'No source offers a skill now. Add one: a repository, a registry, or a folder of this machine.'}
              </p>
            )}
          </section>
          <SourceProblems
            asked={asked}
            added={filters.add}
            onRemove={(gone) => void setFilters({ add: filters.add.filter((one) => one !== gone) })}
          />
        </div>
        {previewed && (
          <OfferPreview
            key={`${previewed.from} ${previewed.source}`}
            row={previewed}
            onClose={() => void setFilters({ preview: null })}
          />
        )}
      </div>
    </>
  )
}

/** An installed skill has its own page. */
const canPreview = ({ state }: OfferRow): boolean => state !== 'installed'

function rowsOf(asked: readonly AskedSource[], { here }: SkillSources) {
  const named = new Map(here.map((one) => [one.name, one]))
  return asked.flatMap(({ source, answer }) =>
    (answer?.offers ?? []).map((offer) => offerRow(offer, source, named.get(offer.name))),
  )
}

/** The key `/` moves the focus here, except out of another field. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== '/' || !(target instanceof HTMLElement)) return
      if (target.matches('input, textarea, select')) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', jump)
    return () => removeEventListener('keydown', jump)
  }, [])
  return (
    <input
      ref={field}
      className="field-input"
      type="search"
      aria-label="Search skills"
      aria-keyshortcuts="/"
      placeholder="Search skills by name, purpose or category"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
