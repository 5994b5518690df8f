'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { useConsoleQuery } from '#lib/client/console/use-console.ts'
import { ExecutionFacets, type ExecutionFilters } from '#lib/shared/console-executions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { stateNames } from './execution-words.ts'

/** The filters of the list. A change applies at once and goes into the address. */
export function ExecutionFilterBar({ filters }: { filters: Partial<ExecutionFilters> }) {
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
      <Choice label="Skill" value={filters.skill} onChoose={(value) => set('skill', value)}>
        {facets?.skills.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="Profile" value={filters.profile} onChoose={(value) => set('profile', value)}>
        {facets?.profiles.map(({ id, description }) => (
          <option key={id} value={id}>
            {description}
          </option>
        ))}
      </Choice>
      <Choice label="Status" value={filters.state} onChoose={(value) => set('state', value)}>
        {Object.entries(stateNames).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </Choice>
      <Day label="From" value={filters.from} onChoose={(value) => set('from', value)} />
      <Day label="To" value={filters.to} onChoose={(value) => set('to', value)} />
      {Object.values(filters).some((value) => value !== undefined) && (
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

/** A value that is no longer among the options stays chosen, so that the filter shows what applies. */
function Choice({ label, value = '', onChoose, children }: FilterProps & { children: ReactNode }) {
  const id = useId()
  return (
    <div className="console-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">All</option>
        {children}
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
