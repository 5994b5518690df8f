import { useId, useState } from 'react'
import { useDeleteCredential } from '#lib/console/client/use-credentials.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { Failure } from '../failure.tsx'
import { stateTexts } from '../profiles/profile-state.tsx'
import { moreOf, usesOf } from './credential-filters.ts'

/** Deletes a credential once its name is typed, and lists what uses it. */
export function DeleteCredential({ credential, onDone }: { credential: ConsoleCredential; onDone: () => void }) {
  const { name, profiles, skills } = credential
  const [typed, setTyped] = useState('')
  const remove = useDeleteCredential()
  const heading = useId()
  const used = usesOf(credential)
  const more = moreOf(credential)
  return (
    <form
      className="console-form credential-delete"
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === name) remove.mutate(name, { onSuccess: onDone })
      }}
    >
      <h3 id={heading}>Delete</h3>
      {used === '' ? (
        <p className="quiet">No profile and no skill uses it.</p>
      ) : (
        <>
          <Notice tone="stop">
            <b>{used} will lose it.</b> What asks for it then stops with <span className="mono">NOT_CONFIGURED</span>.
          </Notice>
          <ul className="console-sublist credential-users">
            {profiles.map(({ id, description, state }) => (
              <li key={id}>
                <Icon name={moreIcons.agent} small />
                <span>“{description}”</span>
                <span className="faint">{stateTexts[state]}</span>
              </li>
            ))}
            {more !== '' && <li>{more}</li>}
            {skills.map((skill) => (
              <li key={skill}>
                <Icon name={moreIcons.code} small />
                <b>{skill}</b>
                <span className="faint">Skill</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <TextField
        label="Type the name to delete it. You cannot undo this."
        placeholder={name}
        className="field-input mono"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Failure error={remove.error}>{name} was not deleted.</Failure>
      <div>
        <ActionButton type="submit" variant="stop" isOff={typed !== name || remove.isPending}>
          {remove.isPending ? 'Deleting …' : 'Delete credential'}
        </ActionButton>
      </div>
    </form>
  )
}
