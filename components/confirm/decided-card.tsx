import type { Ref } from 'react'
import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Outcome } from './outcome.ts'
import { SkillName } from './skill-name.tsx'

interface DecidedCardProps extends Pick<ConfirmationView, 'skill' | 'version'> {
  outcome: Outcome
  heading: Ref<HTMLHeadingElement>
}

/** A question after its end. */
export function DecidedCard({ outcome, skill, version, heading }: DecidedCardProps) {
  const { tone, icon, word, title, text, next } = outcome
  return (
    <article className={`confirm-card is-${tone}`}>
      <header>
        <p className="confirm-state">
          <Icon name={icon} small />
          {word}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <SkillName skill={skill} version={version} />
      </header>
      <p className="confirm-text" role="status">
        {text}
      </p>
      {next && (
        <footer>
          <ButtonLink href={next}>See the new question</ButtonLink>
        </footer>
      )}
    </article>
  )
}
