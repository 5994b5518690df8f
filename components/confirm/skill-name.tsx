import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import { Icon } from '../ui/icon.tsx'

/** The skill that asks. */
export const SkillName = ({ skill, version }: Pick<ConfirmationView, 'skill' | 'version'>) => (
  <p className="confirm-skill">
    <Icon name="code" small />
    Asked by <span className="mono">{skill}</span> {version}
  </p>
)
