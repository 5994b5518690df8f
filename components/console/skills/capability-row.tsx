import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import type { ConsoleSkillPage, PermissionDecision, PolicyRow } from '#lib/console/model/console-skill.ts'
import { permissions } from '#runner/contract/operations/host-operations.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconNamed } from '../../ui/more-icons.ts'
import { ActionButton } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'

interface CapabilityRowProps {
  skill: Pick<ConsoleSkillPage, 'name' | 'digest'>
  row: PolicyRow
}

/** A permission that the skill requests, with its approval. Revoking asks for confirmation and states the effect. */
export function CapabilityRow({ skill, row }: CapabilityRowProps) {
  const say = useDone()
  const { permission, item, approved, from } = row
  const { icon, ...words } = permissions[permission]
  const withItem = (text: string) => text.replaceAll('{item}', () => item)
  const verb = withItem(words.verb)
  const [isAsking, setIsAsking] = useState(false)
  const decide = useConsoleChange(
    z.object({ is_approved: z.boolean() }),
    (_: PermissionDecision) => `/skills/${skill.name}/approval`,
  )
  const revoker = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsking) keep.current?.focus()
  }, [isAsking])
  const close = () => {
    setIsAsking(false)
    requestAnimationFrame(() => revoker.current?.focus())
  }
  const answer = (is_approved: boolean) =>
    decide.mutate(
      { digest: skill.digest, permission, item, is_approved },
      {
        onSuccess: () => {
          setIsAsking(false)
          say(`${verb}: ${is_approved ? 'approved' : 'revoked'}.`)
          // The pressed button is removed.
          focusPage(actions.current)
        },
      },
    )
  return (
    <li className={classes('capability', !approved && 'is-waiting')}>
      <Icon name={iconNamed(icon)} />
      <div>
        <b>{verb}</b>
        <p>{withItem(isAsking ? words.effect : words.detail)}</p>
        {from.length > 0 && <p className="console-quiet">Asked for by {from.join(', ')}.</p>}
        {decide.error && <p role="alert">Nothing was decided. {decide.error.message}</p>}
      </div>
      <span className={approved ? 'console-quiet' : 'console-due'}>{approved ? 'Approved' : 'Not approved'}</span>
      <div ref={actions} className="capability-actions flow">
        {!approved && (
          <ActionButton
            variant="accent"
            size="sm"
            aria-label={`Approve: ${verb}`}
            isOff={decide.isPending}
            onClick={() => answer(true)}
          >
            Approve
          </ActionButton>
        )}
        {approved && !isAsking && (
          <Button
            ref={revoker}
            variant="stop"
            size="sm"
            aria-label={`Revoke: ${verb}`}
            onClick={() => setIsAsking(true)}
          >
            Revoke
          </Button>
        )}
        {approved && isAsking && (
          <>
            <Button ref={keep} size="sm" onClick={close}>
              Keep it
            </Button>
            <ActionButton variant="stop" size="sm" isOff={decide.isPending} onClick={() => answer(false)}>
              {decide.isPending ? 'Revoking …' : 'Revoke approval'}
            </ActionButton>
          </>
        )}
      </div>
    </li>
  )
}
