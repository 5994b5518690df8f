import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import { showQuery } from '#lib/console/client/use-console.ts'
import { browserStore } from '#lib/platform/client/browser-store.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { ActionButton } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { without } from '../pager.tsx'

const store = 'console-saved-filters'
const most = 20
const SavedFilters = z.array(z.strictObject({ name: z.string().min(1).max(60), query: z.string() })).max(most)
type SavedFilters = z.infer<typeof SavedFilters>

function readSaved(): SavedFilters {
  try {
    return SavedFilters.parse(JSON.parse(browserStore.getItem(store) ?? '[]'))
  } catch {
    return []
  }
}

/** The pressed button is gone, so the focus moves to the field in its place. */
const focusOn = (shown: HTMLElement | null) => shown?.focus()

/** Filters under names of the operator's own, kept in this browser. */
export function SavedExecutionFilters() {
  return useIsHydrated() ? <Saved /> : null
}

function Saved() {
  const say = useDone()
  const [saved, setSaved] = useState(readSaved)
  const [name, setName] = useState<string>()
  const query = without(useSearchParams(), 'after').toString()
  const current = saved.find((one) => one.query === query)

  function keep(next: SavedFilters) {
    setSaved(next)
    browserStore.setItem(store, JSON.stringify(next))
  }

  function forget(one: SavedFilters[number]) {
    keep(saved.filter((other) => other !== one))
    say({ sentence: `“${one.name}” is forgotten.`, undo: async () => keep(saved) })
    focusPage()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const chosen = name?.trim() ?? ''
    if (chosen === '') return
    keep([{ name: chosen, query }, ...saved.filter((one) => one.name !== chosen)].slice(0, most))
    close()
    say(`“${chosen}” is saved in this browser.`)
  }

  function close() {
    setName(undefined)
    focusPage()
  }

  return (
    <div className="saved-filters">
      {saved.map((one) => (
        <Button
          key={one.name}
          size="sm"
          aria-pressed={one === current}
          onClick={() => showQuery(`/console/executions?${one.query}`)}
        >
          {one.name}
        </Button>
      ))}
      {current && (
        <Button size="sm" variant="quiet" onClick={() => forget(current)}>
          Forget “{current.name}”
        </Button>
      )}
      {query !== '' && !current && name === undefined && (
        <Button size="sm" variant="quiet" onClick={() => setName('')}>
          Save these filters
        </Button>
      )}
      {name !== undefined && (
        <form
          className="saved-filters"
          onSubmit={save}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close()
          }}
        >
          <input
            ref={focusOn}
            className="field-input"
            aria-label="Name of these filters"
            placeholder="Name"
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <ActionButton type="submit" size="sm" isOff={name.trim() === ''}>
            Save
          </ActionButton>
        </form>
      )}
    </div>
  )
}
