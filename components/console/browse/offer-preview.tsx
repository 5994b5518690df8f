import '../install/install.css'
import { usePlan } from '#lib/console/client/use-plan.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlannedSkillView } from '../install/planned-skill.tsx'
import { WorkSteps } from '../install/work-steps.tsx'
import type { OfferRow } from './offer-filters.ts'
import { hrefOf } from './offer-item.tsx'

interface OfferPreviewProps {
  row: OfferRow
  onClose: () => void
}

/** An approval plans again and compares, so that a plan that is kept for a moment approves nothing else. */
const keptMs = 30_000

/** What an offer would do and what the gates found, beside the list. The app fetches and checks it, and runs nothing. */
export function OfferPreview({ row, onClose }: OfferPreviewProps) {
  const { name, source, state } = row
  // As the page of the installation asks, which then shows this plan.
  const request = state === 'update' ? { update: name } : { source, tier: 'untrusted' as const, name }
  const { plan, error, isPlanning, steps, cancel, planAgain } = usePlan(request, keptMs)
  const again = (
    <Button size="sm" onClick={planAgain}>
      Try again
    </Button>
  )
  return (
    <section className="browse-preview console-stack" aria-label={`Preview of ${name}`}>
      {isPlanning && <WorkSteps steps={steps} onCancel={cancel} />}
      {!isPlanning && error && (
        <Notice tone="stop" role="alert" action={again}>
          <b>This cannot be installed.</b> {error.message}
        </Notice>
      )}
      {!isPlanning && !error && plan === undefined && <Notice action={again}>Cancelled.</Notice>}
      {!isPlanning && plan?.skills.length === 0 && <Notice>{name} is as its source has it.</Notice>}
      {/* The asked skill first, then what it needs. */}
      {!isPlanning && plan?.skills.toReversed().map((skill) => <PlannedSkillView key={skill.name} skill={skill} />)}
      <div className="action-row">
        <p className="console-quiet">Nothing is run before you approve.</p>
        <Button onClick={onClose}>
          <Icon name="x" small />
          Close
        </Button>
        <ButtonLink variant="accent" href={hrefOf(row)}>
          {state === 'update' ? 'Update …' : 'Install …'}
        </ButtonLink>
      </div>
    </section>
  )
}
