'use client'

import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { useFilterAddress } from '#lib/console/client/use-filter-address.ts'
import { ExecutionFacets, type ExecutionFilters } from '#lib/console/model/console-executions.ts'
import { Choice, Day } from '../filter-fields.tsx'
import { stateNames } from './execution-words.ts'

/** The filters of the list, stored in the URL. A change applies at once. */
export function ExecutionFilterFields({ filters }: { filters: ExecutionFilters }) {
  const set = useFilterAddress('/console/executions', filters)
  const facets = useConsoleQuery(ExecutionFacets, '/executions/facets').data

  return (
    <>
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
    </>
  )
}
