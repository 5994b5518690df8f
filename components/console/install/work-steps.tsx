import type { PlanStep } from '#lib/console/client/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The steps of long work: those that are done, and the one that runs. */
export function WorkSteps({ steps, onCancel }: { steps: readonly PlanStep[]; onCancel: () => void }) {
  return (
    <section className="console-box" aria-label="Progress" aria-busy>
      <div role="log">
        <ol className="work-steps">
          {steps.map((step, index) => {
            const isDone = index < steps.length - 1
            return (
              <li key={step.type === 'fetch' ? `fetch ${step.source}` : `check ${step.name}`}>
                <Icon name={isDone ? 'check' : 'clock'} small />
                {step.type === 'fetch' ? (
                  <span>
                    {isDone ? 'Fetched' : 'Fetching'} <span className="source-name">{step.source}</span>
                  </span>
                ) : (
                  <span>
                    {isDone ? 'Checked' : 'Checking'} <b>{step.name}</b>
                  </span>
                )}
              </li>
            )
          })}
          {steps.length === 0 && (
            <li>
              <Icon name="clock" small />
              <span>Starting …</span>
            </li>
          )}
        </ol>
      </div>
      <div className="work-cancel">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  )
}
