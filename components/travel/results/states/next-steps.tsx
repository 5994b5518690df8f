import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'

/** A suggestion, with links that each search with one change. */
export interface NextStep {
  text: string
  links: readonly { text: string; href: string }[]
}

interface NextStepsProps {
  /** A step that does not apply is false. */
  steps: readonly (NextStep | false)[]
  /** A last step. */
  children?: ReactNode
}

/** What the traveler can do instead. */
export function NextSteps({ steps, children }: NextStepsProps) {
  return (
    <ul className="state-steps">
      {steps.map(
        (step) =>
          step && (
            <li key={step.text}>
              <span>{step.text}</span>
              <span className="state-dates">
                {step.links.map(({ text, href }) => (
                  <ButtonLink key={href} size="sm" href={href}>
                    {text}
                  </ButtonLink>
                ))}
              </span>
            </li>
          ),
      )}
      {children}
    </ul>
  )
}
