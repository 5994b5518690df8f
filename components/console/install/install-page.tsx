'use client'

import './install.css'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { usePlan } from '#lib/console/client/use-plan.ts'
import { Installed, type PlanApproval, type PlanRequest } from '#lib/console/model/console-install.ts'
import { SkillName, type Tier } from '#runner/contract/manifest.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsolePage } from '../console-page.tsx'
import { Segment } from '../segment.tsx'
import { ApproveBox } from './approve-box.tsx'
import { ChangedChildren } from './changes.tsx'
import { type Choice, choose, startsRefused } from './grants.ts'
import { PlannedSkillView } from './planned-skill.tsx'
import { WorkSteps } from './work-steps.tsx'

const parent = { href: '/console/skill-sources', text: 'Find skills' }

/** Shows what the installation or update in the URL would do, and does it after one approval. */
export function InstallPage() {
  const query = useSearchParams()
  const [tier, setTier] = useState<Tier>('untrusted')
  const [done, setDone] = useState<Installed>()
  const [update, source, name] = ['update', 'source', 'name'].map((field) => query.get(field) ?? '')
  const skill = SkillName.safeParse(update || name).data
  const request: PlanRequest | undefined =
    update && skill !== undefined
      ? { update: skill }
      : source
        ? { source, tier, ...(skill && { name: skill }) }
        : undefined
  const title = `${update ? 'Update' : 'Install'} ${skill ?? 'a skill'}`
  if (request === undefined) {
    return (
      <ConsolePage title={title} parent={parent}>
        <Notice
          tone="stop"
          role="alert"
          action={
            <ButtonLink size="sm" href={parent.href}>
              Find skills
            </ButtonLink>
          }
        >
          This address names no skill.
        </Notice>
      </ConsolePage>
    )
  }
  return (
    <ConsolePage title={title} parent={parent} {...(!done && { note: 'Nothing is run before you approve.' })}>
      {!update && !done && (
        <Segment
          label="How far it is trusted"
          name="tier"
          value={tier}
          options={[
            { value: 'untrusted', text: 'Untrusted' },
            { value: 'verified', text: 'Verified' },
            { value: 'local', text: 'Local' },
          ]}
          onChange={setTier}
        />
      )}
      {done ? <Done done={done} /> : <Planned key={JSON.stringify(request)} request={request} onDone={setDone} />}
    </ConsolePage>
  )
}

function Planned({ request, onDone }: { request: PlanRequest; onDone: (done: Installed) => void }) {
  const { plan, error, isPlanning, steps, cancel, planAgain } = usePlan(request)
  const install = useConsoleChange(Installed, (_: PlanApproval) => '/skill-installs')
  const [hasChanged, setHasChanged] = useState(false)
  const again = (
    <Button size="sm" onClick={planAgain}>
      Try again
    </Button>
  )
  if (isPlanning) return <WorkSteps steps={steps} onCancel={cancel} />
  if (error) {
    return (
      <Notice tone="stop" role="alert" action={again}>
        <b>This cannot be installed.</b> {error.message}
      </Notice>
    )
  }
  if (plan === undefined) {
    return (
      <Notice role="status" action={again}>
        <b>Cancelled.</b> Nothing was installed.
      </Notice>
    )
  }
  if (plan.skills.length === 0) {
    return (
      <Notice
        tone="ok"
        role="status"
        action={
          <ButtonLink size="sm" href={`/console/skills/${plan.asked}`}>
            Open {plan.asked}
          </ButtonLink>
        }
      >
        <b>{plan.asked} is as its source has it.</b> There is nothing to install.
      </Notice>
    )
  }
  return (
    <>
      {hasChanged && (
        <Notice tone="warn" role="alert">
          <b>Nothing was installed: what would be installed has changed meanwhile.</b> This is how it is now. Look again
          before you approve.
        </Notice>
      )}
      <p className="sr-only" role="status">
        Checked. This is what an approval does.
      </p>
      <Choices
        key={plan.digest}
        plan={plan}
        isInstalling={install.isPending}
        error={install.error}
        onApprove={(approved) =>
          install.mutate(
            { request, plan: plan.digest, ...approved },
            {
              onSuccess: onDone,
              onError({ code }) {
                if (code !== 'CONFLICT') return
                setHasChanged(true)
                install.reset()
                planAgain()
              },
            },
          )
        }
      />
    </>
  )
}

type ChoicesProps = Pick<Parameters<typeof ApproveBox>[0], 'plan' | 'isInstalling' | 'error' | 'onApprove'>

/** The skills of a plan, with a choice for each permission, and the approval. */
function Choices(props: ChoicesProps) {
  const [refused, setRefused] = useState(startsRefused(props.plan))
  const choice: Choice = {
    refused,
    onChoose: (grant, isAllowed) => setRefused((before) => choose(before, grant, isAllowed)),
  }
  return (
    <>
      {/* The asked skill first, then what it needs. */}
      {props.plan.skills.toReversed().map((skill) => (
        <PlannedSkillView key={skill.name} skill={skill} choice={choice} />
      ))}
      {props.plan.children.length > 0 && <ChangedChildren skills={props.plan.children} />}
      <ApproveBox {...props} refused={refused} />
    </>
  )
}

const Done = ({ done: { installed, lock_problem } }: { done: Installed }) => (
  <>
    <Notice tone="ok" role="status">
      <b>Installed: {installed.join(', ')}.</b> Running processes use it from now on.
    </Notice>
    {lock_problem !== null && (
      <Notice tone="warn" role="alert">
        The lock file could not be written: {lock_problem}
      </Notice>
    )}
    <div className="action-row">
      {installed.map((name) => (
        <ButtonLink key={name} href={`/console/skills/${name}`}>
          Open {name}
        </ButtonLink>
      ))}
      <ButtonLink variant="quiet" href={parent.href}>
        Find more skills
      </ButtonLink>
    </div>
  </>
)
