import { useEffect, useRef } from 'react'
import type { ConsoleKey } from '#lib/agents/model/console-profile.ts'
import { ActionButton } from '../action-button.tsx'
import { useDone } from '../console-page.tsx'
import { ChangedMeanwhile } from '../credentials/changed-meanwhile.tsx'
import { CredentialFields } from '../credentials/credential-fields.tsx'
import { useCredentialForm } from '../credentials/use-credential-form.ts'
import { Failure } from '../failure.tsx'
import { focusPage } from '../focus-page.ts'

interface FillInKeyProps {
  wanted: ConsoleKey
  /** The profile's hosts. A single one is filled in; if there are several, the operator chooses. */
  hosts: readonly string[]
  /** Each new object moves the focus to the field of the value. */
  focusRequest: object | null
}

/** The form for the value of a key. Stores the value as a credential with the key's name. */
export function FillInKey({ wanted, hosts, focusRequest }: FillInKeyProps) {
  const say = useDone()
  const { name, credential } = wanted
  const element = useRef<HTMLFormElement>(null)
  const { form, submit, error, isPending, takeOver, isOvertaken } = useCredentialForm({
    stored: credential && { name, ...credential },
    known: { name, hosts: hosts.length === 1 ? (hosts[0] ?? '') : '' },
    needsValue: true,
    onDone() {
      say(`${name} has a value now.`)
      // A key with a value has no form.
      focusPage(element.current)
    },
  })
  useEffect(() => {
    if (focusRequest !== null) form.setFocus('value')
  }, [focusRequest, form])
  return (
    <form
      ref={element}
      className="key-form"
      aria-label={`Value of ${name}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <CredentialFields form={form} id={name} suggestedHosts={hosts} />
      {isOvertaken && <ChangedMeanwhile name={name} onTakeOver={takeOver} />}
      <Failure error={error}>The value was not saved.</Failure>
      <div>
        <ActionButton type="submit" isOff={isPending}>
          {isPending ? 'Saving …' : 'Save value'}
        </ActionButton>
      </div>
    </form>
  )
}
