import * as z from 'zod'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { stateTexts } from '../profiles/profile-state.tsx'
import { TypeToDelete } from '../type-to-delete.tsx'
import { moreOf, usesOf } from './credential-filters.ts'

/** Deletes a credential once its name is typed, and lists what uses it. */
export function DeleteCredential({ credential, onDone }: { credential: ConsoleCredential; onDone: () => void }) {
  const { name, profiles, skills } = credential
  const remove = useConsoleChange(z.object({ removed: z.string() }), `/credentials/${name}`, { method: 'DELETE' })
  const used = usesOf(credential)
  const more = moreOf(credential)
  return (
    <TypeToDelete
      className="console-form credential-delete"
      word={name}
      label="Type the name to delete it. You cannot undo this."
      text="Delete credential"
      request={remove}
      failure={`${name} was not deleted.`}
      onDelete={() => remove.mutate(undefined, { onSuccess: onDone })}
    >
      <h3>Delete</h3>
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
    </TypeToDelete>
  )
}
