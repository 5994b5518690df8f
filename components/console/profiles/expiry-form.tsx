import { useRef, useState } from 'react'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { dayOf, endOfDay } from '#lib/console/client/console-time.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton, ConsoleForm } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { useZone } from '../frame/zone.tsx'
import { Expiry } from '../moment.tsx'
import { useReportUnsaved } from './unsaved-forms.tsx'

const dayMs = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Sets when the profile expires. The expiry can be changed in every state. */
export function ExpiryForm({ profile: { id, expires_at, locked } }: { profile: ConsoleProfile }) {
  const say = useDone()
  const { zone } = useZone()
  const change = useChangeProfile(id)
  const endless = `The profile does not expire${locked ? '' : ' once it is locked'}.`
  const saved = expires_at === null ? '' : dayOf(expires_at, zone)
  // What is typed, until it is saved.
  const [typed, setTyped] = useState<string>()
  const day = typed ?? saved
  const field = useRef<HTMLInputElement>(null)
  const [isHalf, setIsHalf] = useState(false)
  useReportUnsaved('Expires', day !== saved)
  const save = (next: string) => {
    setIsHalf(false)
    setTyped(next)
    change.mutate(
      { expires_at: next === '' ? null : endOfDay(next, zone) },
      {
        onSuccess() {
          setTyped((now) => (now === next ? undefined : now))
          say(next === '' ? endless : 'The expiry was saved.')
        },
      },
    )
  }
  return (
    <ConsoleForm
      className="expiry-form"
      label="Expiry"
      onSubmit={() => {
        // The value of a date without a year is empty, which would mean that the profile does not expire.
        const isBad = field.current?.validity.badInput === true
        setIsHalf(isBad)
        if (!isBad) save(day)
      }}
      submit={['Save expiry', 'Save expiry']}
      variant="plain"
      isBusy={change.isPending}
      error={change.error}
      failure="The expiry was not saved."
      end={[
        ['30 days', dayOf(inDays(30), zone)] as const,
        ['90 days', dayOf(inDays(90), zone)] as const,
        ['No expiry', ''] as const,
      ].map(([text, next]) => (
        <ActionButton key={text} variant="quiet" isOff={change.isPending} onClick={() => save(next)}>
          {text}
        </ActionButton>
      ))}
    >
      <TextField
        ref={field}
        label="Expires"
        type="date"
        value={day}
        error={isHalf ? 'Enter the whole date, or none.' : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="console-quiet">
        Now: <Expiry at={expires_at} />
      </p>
    </ConsoleForm>
  )
}
