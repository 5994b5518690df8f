'use client'

import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { useConsoleQuery } from '#lib/client/console/use-console.ts'
import { ExecutionFacets, type ExecutionFilters } from '#lib/shared/console-executions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { stateNames } from './execution-words.ts'

interface ExecutionFilterBarProps {
  filters: ExecutionFilters
  /** Whether the address has filters, valid or not. */
  isFiltered: boolean
}

/** The filters of the list. A change applies at once and goes into the address. */
export function ExecutionFilterBar({ filters, isFiltered }: ExecutionFilterBarProps) {
  const router = useRouter()
  const facets = useConsoleQuery(ExecutionFacets, '/executions/facets').data

  function set(name: keyof ExecutionFilters, value: string) {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([known, chosen]) => (chosen === undefined ? [] : [[known, chosen]])),
    )
    if (value === '') query.delete(name)
    else query.set(name, value)
    router.push(`/console/executions?${query}`, { scroll: false })
  }

  return (
    <search className="console-filters">
      <Choice
        label="Skill"
        value={filters.skill}
        options={facets?.skills.map((name) => [name, name])}
        onChoose={(value) => set('skill', value)}
      />
      <Choice
        label="Profile"
        value={filters.profile}
        options={facets?.profiles.map(({ id, description }) => [id, description])}
        onChoose={(value) => set('profile', value)}
      />
      <Choice
        label="Status"
        value={filters.state}
        options={Object.entries(stateNames)}
        onChoose={(value) => set('state', value)}
      />
      <Day label="From" value={filters.from} onChoose={(value) => set('from', value)} />
      <Day label="To" value={filters.to} onChoose={(value) => set('to', value)} />
      {isFiltered && (
        <ButtonLink size="sm" variant="quiet" href="/console/executions">
          Clear filters
        </ButtonLink>
      )}
    </search>
  )
}

interface FilterProps {
  label: string
  value: string | undefined
  onChoose: (value: string) => void
}

interface ChoiceProps extends FilterProps {
  /** Values with their names. Absent: not loaded yet. */
  options: readonly (readonly [string, string])[] | undefined
}

/** A value that is not among the options, such as a revoked profile's, stays chosen: the filter shows what applies. */
function Choice({ label, value = '', options = [], onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="console-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">All</option>
        {value !== '' && !options.some(([known]) => known === value) && <option>{value}</option>}
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** In UTC, as the server reads it. */
function Day({ label, value = '', onChoose }: FilterProps) {
  const id = useId()
  return (
    <div className="console-filter">
      <label htmlFor={id}>{label} (UTC)</label>
      <input id={id} type="date" value={value} onChange={(event) => onChoose(event.target.value)} />
    </div>
  )
}
