import { useState } from 'react'
import type { ConsolePlan } from '#lib/console/model/console-install.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { permissionOf } from '#runner/contract/operations/host-operations.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Failure } from '../failure.tsx'

interface ApproveBoxProps {
  plan: ConsolePlan
  isInstalling: boolean
  error: Error | null
  /** `trust`: the typed name, if the plan asks for it. */
  onApprove: (trust: string | undefined) => void
}

/** The one approval of a plan. It is no form, so that Enter never approves. */
export function ApproveBox({ plan, isInstalling, error, onApprove }: ApproveBoxProps) {
  const { asked, opens, skills, children } = plan
  const [typed, setTyped] = useState('')
  const isUpdate = skills.some(({ name, installed }) => name === asked && installed !== null)
  const isTyped = opens === null || typed === asked
  return (
    <section className="console-box approve-box" aria-label="Approval">
      {opens !== null && (
        <div className="console-text">
          <Opens opens={opens} />
          <TextField
            label={`Type ${asked} if you trust its author`}
            placeholder={asked}
            className="field-input mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {children.map((child) => (
        <Notice key={child.name} tone="warn">
          {childText(child)}
        </Notice>
      ))}
      <Failure error={error}>Nothing was installed.</Failure>
      <div className="approve-foot">
        <p className="console-quiet">
          {skills.some((skill) => skill.needs_approval)
            ? 'One approval, and no question when it runs. You can revoke each permission later.'
            : 'A patch that asks for nothing new and changes no rule.'}
        </p>
        <ButtonLink href={isUpdate ? `/console/skills/${asked}` : '/console/skill-sources'}>
          {isUpdate ? 'Keep it as it is' : 'Cancel'}
        </ButtonLink>
        <Button
          variant="accent"
          disabled={!isTyped || isInstalling}
          onClick={() => onApprove(opens === null ? undefined : typed)}
        >
          {isInstalling ? 'Checking again and installing …' : approvalText(plan, isUpdate)}
        </Button>
      </div>
    </section>
  )
}

function approvalText({ skills }: ConsolePlan, isUpdate: boolean): string {
  const granted = skills.flatMap(({ permissions }) => permissions).filter(({ approved }) => approved)
  if (!isUpdate) {
    return granted.length === 0 ? 'Approve and install' : `Install with ${counted(granted.length, 'permission')}`
  }
  const added = granted.filter(({ is_new }) => is_new).length
  return added === 0 ? 'Approve the update' : `Update, allow ${added} new`
}

function Opens({ opens: { tier, limits, runtimes, permissions } }: { opens: NonNullable<ConsolePlan['opens']> }) {
  const { timeout_ms, memory_mb, fuel } = limits
  return (
    <Notice tone="warn" icon="warn">
      <b>The tier {tier} gives it more than a stranger gets.</b> By default {timeout_ms / 1000} s, {memory_mb} MB and{' '}
      {fuel.toLocaleString('en')} units of fuel for a run.
      {runtimes.length > 0 && ` It may run in ${runtimes.join(' and ')}, without a container around it.`}
      {permissions.length > 0 &&
        ` It may have permissions that an untrusted skill never has, if it asks for them: ${permissions
          .map((kind) =>
            permissionOf(kind)
              .verb.replace(/ ?\{item\} ?/, ' … ')
              .trim()
              .toLowerCase(),
          )
          .join(', ')}.`}
    </Notice>
  )
}

/** What a plan changes for a skill that inherits from one of its skills. */
function childText({ name, added, removed, lost_actions, tier }: ConsolePlan['children'][number]): string {
  const parts = [
    ...(tier === null ? [] : [`its tier becomes ${tier}`]),
    ...(added.length === 0 ? [] : [`it asks for ${added.join(', ')}, and gets it after your approval on its own page`]),
    ...(removed.length === 0 ? [] : [`it no longer asks for ${removed.join(', ')}`]),
    ...(lost_actions.length === 0 ? [] : [`it no longer has ${lost_actions.join(', ')}`]),
  ]
  return `${name} inherits from what changes: ${parts.join('; ') || 'what it may do stays the same'}.`
}
