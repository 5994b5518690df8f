import { useState } from 'react'
import type { ConsolePlan, Grant } from '#lib/console/model/console-install.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { permissionOf } from '#runner/contract/operations/host-operations.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { grantsOf, isRefused } from './grants.ts'

interface ApproveBoxProps {
  plan: ConsolePlan
  isInstalling: boolean
  error: Error | null
  /** The permissions that the operator does not allow. */
  refused: readonly Grant[]
  /** `trust`: the typed name, if the plan asks for it. */
  onApprove: (approved: { refused: Grant[]; trust?: string }) => void
}

/** The one approval of a plan. It is no form, so that Enter never approves. */
export function ApproveBox({ plan, isInstalling, error, refused, onApprove }: ApproveBoxProps) {
  const { asked, opens, skills } = plan
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
      <Failure error={error}>Nothing was installed.</Failure>
      <div className="approve-foot row-wrap">
        <p className="console-quiet">
          {skills.some((skill) => skill.needs_approval)
            ? 'One approval, and no question when it runs. You can change each permission later.'
            : 'A patch that asks for nothing new and changes no rule.'}
        </p>
        <ButtonLink href={isUpdate ? `/console/skills/${asked}` : '/console/skill-sources'}>
          {isUpdate ? 'Keep it as it is' : 'Cancel'}
        </ButtonLink>
        <ActionButton
          variant="accent"
          isOff={!isTyped || isInstalling}
          onClick={() => onApprove({ refused: [...refused], ...(opens !== null && { trust: typed }) })}
        >
          {isInstalling ? 'Checking again and installing …' : approvalText(plan, refused, isUpdate)}
        </ActionButton>
      </div>
    </section>
  )
}

function approvalText({ skills }: ConsolePlan, refused: readonly Grant[], isUpdate: boolean): string {
  const grants = skills.flatMap(grantsOf)
  const allowed = grants.filter((grant) => !isRefused(refused, grant))
  if (!isUpdate) {
    return allowed.length === 0 ? 'Approve and install' : `Install with ${counted(allowed.length, 'permission')}`
  }
  if (!grants.some(({ isNew }) => isNew)) return 'Approve the update'
  return `Update, allow ${allowed.filter(({ isNew }) => isNew).length || 'nothing'} new`
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
